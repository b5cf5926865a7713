-- Views of jitgate for SQLite, over the tables of tables.sql. It has no `create or replace view`.

-- Every judged point, marked; and without those that a compile spoilt.
drop view if exists jit_points_marked;
create view jit_points_marked as
select v.finding = 'contaminated' as contaminated, v.* from jit_verdicts v;

drop view if exists jit_points_excluded;
create view jit_points_excluded as
select * from jit_points_marked where not contaminated;

-- Means of a configuration over all its judged points, without the contaminated ones, and over those that are proven
-- clean: for databases that hold nothing but verdicts.
drop view if exists jit_point_means;
create view jit_point_means as
select p.model, p.hardware, p.framework, p.precision, p.spec_method, p.parallelism, p.offload_mode, p.isl, p.osl, p.conc,
       m.key as metric,
       count(*) as n_all,
       avg(m.value) as mean_all,
       count(*) filter (where not p.contaminated) as n_excluding,
       avg(m.value) filter (where not p.contaminated) as mean_excluding,
       count(*) filter (where p.jit_valid = 1) as n_clean,
       avg(m.value) filter (where p.jit_valid = 1) as mean_clean
from jit_points_marked p
join json_each(p.metrics) m
where m.type in ('integer', 'real')
group by p.model, p.hardware, p.framework, p.precision, p.spec_method, p.parallelism, p.offload_mode, p.isl, p.osl,
         p.conc, m.key;
