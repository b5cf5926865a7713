-- Views over a results database of the public shape (workflow_runs, configs, benchmark_results), where there is one.
-- A verdict and a row belong together by natural key, always of now: ids differ between a database and its copies.
do $jitgate$
begin
if to_regclass('benchmark_results') is null or to_regclass('configs') is null or to_regclass('workflow_runs') is null then
  return;
end if;

create or replace view jit_verdict_benchmarks as
select v.run_id, v.run_attempt, v.point_id, br.id as benchmark_id,
       count(*) over (partition by v.run_id, v.run_attempt, v.point_id) as matches
from jit_verdicts v
join workflow_runs wr on wr.github_run_id = v.github_run_id and wr.run_attempt = v.run_attempt
join benchmark_results br on br.workflow_run_id = wr.id
join configs c on c.id = br.config_id
where v.run_attempt > 0
  and c.hardware = v.database_key->>'hardware'
  and c.framework = v.database_key->>'framework'
  and c.model = v.database_key->>'model'
  and c.precision = v.database_key->>'precision'
  and c.spec_method = v.database_key->>'spec_method'
  and c.disagg = (v.database_key->>'disagg')::boolean
  and c.is_multinode = (v.database_key->>'is_multinode')::boolean
  and c.prefill_tp = (v.database_key->>'prefill_tp')::bigint
  and c.prefill_ep = (v.database_key->>'prefill_ep')::bigint
  and c.prefill_dp_attention = (v.database_key->>'prefill_dp_attention')::boolean
  and c.prefill_num_workers = (v.database_key->>'prefill_num_workers')::bigint
  and c.decode_tp = (v.database_key->>'decode_tp')::bigint
  and c.decode_ep = (v.database_key->>'decode_ep')::bigint
  and c.decode_dp_attention = (v.database_key->>'decode_dp_attention')::boolean
  and c.decode_num_workers = (v.database_key->>'decode_num_workers')::bigint
  and c.num_prefill_gpu = (v.database_key->>'num_prefill_gpu')::bigint
  and c.num_decode_gpu = (v.database_key->>'num_decode_gpu')::bigint
  and br.benchmark_type = v.database_key->>'benchmark_type'
  and br.isl is not distinct from (v.database_key->>'isl')::bigint
  and br.osl is not distinct from (v.database_key->>'osl')::bigint
  and br.conc = (v.database_key->>'conc')::bigint
  -- Two columns that older databases lack: their rows are without offload and without a fingerprint.
  and coalesce(to_jsonb(br)->>'offload_mode', 'off') = v.database_key->>'offload_mode'
  and to_jsonb(br)->>'recipe_fingerprint' is not distinct from v.database_key->>'recipe_fingerprint';

-- Every result with what is known of it; jit_finding is null where no verdict speaks of it, and the worst counts where
-- several do. Rows that are hidden for another error are left out.
create or replace view jit_benchmarks_marked as
select br.id, br.workflow_run_id, br.config_id, br.benchmark_type, br.date, br.isl, br.osl, br.conc, br.metrics, br.error,
       to_jsonb(br)->>'offload_mode' as offload_mode, to_jsonb(br)->>'recipe_fingerprint' as recipe_fingerprint,
       v.run_id, v.run_attempt, v.point_id, v.finding, v.status, v.jit_valid, v.jit_finding, v.events_in_window,
       v.events_possible, v.victim_requests, v.reasons, coalesce(v.finding = 'contaminated', false) as contaminated
from benchmark_results br
left join (
  select distinct on (m.benchmark_id) m.benchmark_id as of_row, one.*
  from jit_verdict_benchmarks m
  join jit_verdicts one on (one.run_id, one.run_attempt, one.point_id) = (m.run_id, m.run_attempt, m.point_id)
  where m.matches = 1
  order by m.benchmark_id, one.jit_finding desc, one.point_id
) v on v.of_row = br.id
where br.error is null or left(br.error, 12) = 'runtime_jit:';

create or replace view jit_benchmarks_excluded as
select * from jit_benchmarks_marked where not contaminated;

create or replace view jit_config_means as
select b.config_id, c.model, c.hardware, c.framework, c.precision, c.spec_method, b.benchmark_type, b.isl, b.osl, b.conc,
       b.offload_mode, m.key as metric,
       count(*) as n_all,
       avg(m.value::text::double precision) as mean_all,
       count(*) filter (where not b.contaminated) as n_excluding,
       avg(m.value::text::double precision) filter (where not b.contaminated) as mean_excluding,
       count(*) filter (where b.jit_valid = 1) as n_clean,
       avg(m.value::text::double precision) filter (where b.jit_valid = 1) as mean_clean
from jit_benchmarks_marked b
join configs c on c.id = b.config_id
cross join lateral jsonb_each(b.metrics) as m(key, value)
where jsonb_typeof(m.value) = 'number'
group by b.config_id, c.model, c.hardware, c.framework, c.precision, c.spec_method, b.benchmark_type, b.isl, b.osl, b.conc,
         b.offload_mode, m.key;

-- The ids of this database, for the points of this script.
update jit_verdicts v set benchmark_id = m.benchmark_id, benchmark_id_reason = null
from jit_verdict_benchmarks m
where (m.run_id, m.run_attempt, m.point_id) = (v.run_id, v.run_attempt, v.point_id) and m.matches = 1
  and v.benchmark_id is distinct from m.benchmark_id;
update jit_verdicts v set benchmark_id = null,
  benchmark_id_reason = coalesce(v.benchmark_id_reason, 'no single row of this database has its key')
where v.benchmark_id is not null and not exists (
  select from jit_verdict_benchmarks m
  where (m.run_id, m.run_attempt, m.point_id) = (v.run_id, v.run_attempt, v.point_id) and m.matches = 1);
update jit_events e set benchmark_id = v.benchmark_id
from jit_verdicts v
where (v.run_id, v.run_attempt, v.point_id) = (e.run_id, e.run_attempt, e.point_id)
  and e.benchmark_id is distinct from v.benchmark_id;
end
$jitgate$;
