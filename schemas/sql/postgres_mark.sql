-- Marks rows of an existing results database: `error` is set where it is null, so that every reader that skips rows with
-- an error skips these. Nothing is deleted, and taking the mark back is `update ... set error = null`.
do $jitgate$
begin
if to_regclass('jit_verdict_benchmarks') is null then
  raise exception 'there is nothing to mark: this database has no workflow_runs, configs and benchmark_results';
end if;
end
$jitgate$;

create temporary table jit_marked on commit drop as
select br.id, br.config_id, br.benchmark_type, br.isl, br.osl, br.conc, to_jsonb(br)->>'offload_mode' as offload_mode,
       to_jsonb(br)->>'recipe_fingerprint' as recipe_fingerprint, br.date, v.run_id, v.run_attempt, v.point_id, v.error_text,
       br.error is not null as had_error, br.error as error_before, false as was_latest
from jit_loaded l
join jit_verdicts v on (v.run_id, v.run_attempt, v.point_id) = (l.run_id, l.run_attempt, l.point_id)
join jit_verdict_benchmarks m on (m.run_id, m.run_attempt, m.point_id) = (v.run_id, v.run_attempt, v.point_id)
join benchmark_results br on br.id = m.benchmark_id
where v.hide and m.matches = 1;

do $jitgate$
begin
if to_regclass('latest_benchmarks') is not null then
  update jit_marked k set was_latest = true where exists (select from latest_benchmarks lb where lb.id = k.id);
end if;
end
$jitgate$;

update benchmark_results br set error = k.error_text from jit_marked k where k.id = br.id and br.error is null;

create temporary table jit_successors (id bigint, successor_id bigint, successor_date date) on commit drop;
do $jitgate$
begin
if exists (select from pg_class where oid = to_regclass('latest_benchmarks') and relkind = 'm') then
  refresh materialized view latest_benchmarks;
end if;
if to_regclass('latest_benchmarks') is not null then
  insert into jit_successors
  select k.id, lb.id, lb.date
  from jit_marked k
  join latest_benchmarks lb on lb.config_id = k.config_id and lb.conc = k.conc and lb.benchmark_type = k.benchmark_type
    and lb.isl is not distinct from k.isl and lb.osl is not distinct from k.osl
    and to_jsonb(lb)->>'offload_mode' is not distinct from k.offload_mode
    and to_jsonb(lb)->>'recipe_fingerprint' is not distinct from k.recipe_fingerprint;
end if;
end
$jitgate$;

-- What was marked, and which older row is the latest of its point now.
select k.point_id as point, k.id as benchmark_id, k.date,
       case when not k.had_error then k.error_text else 'left as it is: ' || k.error_before end as error,
       case when k.had_error then 'it was hidden before'
            when not k.was_latest then 'it was not the latest'
            when s.successor_id is null then 'none is left'
            else 'row ' || s.successor_id || ' of ' || s.successor_date end as latest_now
from jit_marked k
left join jit_successors s on s.id = k.id
order by k.point_id, k.id;

-- Points that should be hidden and of which this database has no single row.
select v.point_id as not_marked, v.run_id, v.run_attempt, coalesce(v.benchmark_id_reason, 'no single row has its key') as reason
from jit_loaded l
join jit_verdicts v on (v.run_id, v.run_attempt, v.point_id) = (l.run_id, l.run_attempt, l.point_id)
where v.hide and not exists (select from jit_marked k where (k.run_id, k.run_attempt, k.point_id) = (v.run_id, v.run_attempt, v.point_id))
order by v.point_id;
