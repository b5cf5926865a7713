-- Views over a copy of a results database of the public shape: tables workflow_runs, configs and benchmark_results with
-- the columns that its dump has, truths as 0 and 1. Where there are none, these views say so when they are read.
drop view if exists jit_verdict_benchmarks;
create view jit_verdict_benchmarks as
select v.run_id, v.run_attempt, v.point_id, br.id as benchmark_id,
       count(*) over (partition by v.run_id, v.run_attempt, v.point_id) as matches
from jit_verdicts v
join workflow_runs wr on wr.github_run_id = v.github_run_id and wr.run_attempt = v.run_attempt
join benchmark_results br on br.workflow_run_id = wr.id
join configs c on c.id = br.config_id
where v.run_attempt > 0
  and c.hardware = json_extract(v.database_key, '$.hardware')
  and c.framework = json_extract(v.database_key, '$.framework')
  and c.model = json_extract(v.database_key, '$.model')
  and c.precision = json_extract(v.database_key, '$.precision')
  and c.spec_method = json_extract(v.database_key, '$.spec_method')
  and c.disagg = json_extract(v.database_key, '$.disagg')
  and c.is_multinode = json_extract(v.database_key, '$.is_multinode')
  and c.prefill_tp = json_extract(v.database_key, '$.prefill_tp')
  and c.prefill_ep = json_extract(v.database_key, '$.prefill_ep')
  and c.prefill_dp_attention = json_extract(v.database_key, '$.prefill_dp_attention')
  and c.prefill_num_workers = json_extract(v.database_key, '$.prefill_num_workers')
  and c.decode_tp = json_extract(v.database_key, '$.decode_tp')
  and c.decode_ep = json_extract(v.database_key, '$.decode_ep')
  and c.decode_dp_attention = json_extract(v.database_key, '$.decode_dp_attention')
  and c.decode_num_workers = json_extract(v.database_key, '$.decode_num_workers')
  and c.num_prefill_gpu = json_extract(v.database_key, '$.num_prefill_gpu')
  and c.num_decode_gpu = json_extract(v.database_key, '$.num_decode_gpu')
  and br.benchmark_type = json_extract(v.database_key, '$.benchmark_type')
  and br.isl is json_extract(v.database_key, '$.isl')
  and br.osl is json_extract(v.database_key, '$.osl')
  and br.conc = json_extract(v.database_key, '$.conc')
  and br.offload_mode = json_extract(v.database_key, '$.offload_mode')
  and br.recipe_fingerprint is json_extract(v.database_key, '$.recipe_fingerprint');

-- Every result with what is known of it; jit_finding is null where no verdict speaks of it, and the worst counts where
-- several do. Rows that are hidden for another error are left out.
drop view if exists jit_benchmarks_marked;
create view jit_benchmarks_marked as
select br.id, br.workflow_run_id, br.config_id, br.benchmark_type, br.date, br.isl, br.osl, br.conc, br.metrics, br.error,
       br.offload_mode, br.recipe_fingerprint, v.run_id, v.run_attempt, v.point_id, v.finding, v.status, v.jit_valid,
       v.jit_finding, v.events_in_window, v.events_possible, v.victim_requests, v.reasons,
       coalesce(v.finding = 'contaminated', 0) as contaminated
from benchmark_results br
left join (
  select m.benchmark_id as of_row, one.*,
         row_number() over (partition by m.benchmark_id order by one.jit_finding desc, one.point_id) as rank
  from jit_verdict_benchmarks m
  join jit_verdicts one on (one.run_id, one.run_attempt, one.point_id) = (m.run_id, m.run_attempt, m.point_id)
  where m.matches = 1
) v on v.of_row = br.id and v.rank = 1
where br.error is null or substr(br.error, 1, 12) = 'runtime_jit:';

drop view if exists jit_benchmarks_excluded;
create view jit_benchmarks_excluded as
select * from jit_benchmarks_marked where not contaminated;

drop view if exists jit_config_means;
create view jit_config_means as
select b.config_id, c.model, c.hardware, c.framework, c.precision, c.spec_method, b.benchmark_type, b.isl, b.osl, b.conc,
       b.offload_mode, m.key as metric,
       count(*) as n_all,
       avg(m.value) as mean_all,
       count(*) filter (where not b.contaminated) as n_excluding,
       avg(m.value) filter (where not b.contaminated) as mean_excluding,
       count(*) filter (where b.jit_valid = 1) as n_clean,
       avg(m.value) filter (where b.jit_valid = 1) as mean_clean
from jit_benchmarks_marked b
join configs c on c.id = b.config_id
join json_each(b.metrics) m
where m.type in ('integer', 'real')
group by b.config_id, c.model, c.hardware, c.framework, c.precision, c.spec_method, b.benchmark_type, b.isl, b.osl, b.conc,
         b.offload_mode, m.key;
