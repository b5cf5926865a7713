-- Views of jitgate for PostgreSQL, over the tables of tables.sql.

-- Every judged point, marked; and without those that a compile spoilt.
create or replace view jit_points_marked as
select v.finding = 'contaminated' as contaminated, v.* from jit_verdicts v;

create or replace view jit_points_excluded as
select * from jit_points_marked where not contaminated;

-- Means of a configuration over all its judged points, without the contaminated ones, and over those that are proven
-- clean: for databases that hold nothing but verdicts.
create or replace view jit_point_means as
select p.model, p.hardware, p.framework, p.precision, p.spec_method, p.parallelism, p.offload_mode, p.isl, p.osl, p.conc,
       m.key as metric,
       count(*) as n_all,
       avg(m.value::text::double precision) as mean_all,
       count(*) filter (where not p.contaminated) as n_excluding,
       avg(m.value::text::double precision) filter (where not p.contaminated) as mean_excluding,
       count(*) filter (where p.jit_valid = 1) as n_clean,
       avg(m.value::text::double precision) filter (where p.jit_valid = 1) as mean_clean
from jit_points_marked p
cross join lateral jsonb_each(p.metrics) as m(key, value)
where jsonb_typeof(m.value) = 'number'
group by p.model, p.hardware, p.framework, p.precision, p.spec_method, p.parallelism, p.offload_mode, p.isl, p.osl,
         p.conc, m.key;
