-- Tables of jitgate, for PostgreSQL 12 and later and for SQLite 3.38 and later, which takes PostgreSQL's names of types: in
-- SQLite truths are 0 and 1, instants are RFC 3339 texts in UTC, and jsonb is text. `jitgate export --format sql` prints
-- this and the views of its dialect before its rows; it may be run any number of times. Nothing that is not named jit_*
-- is touched.

create table if not exists jit_verdicts (
  run_id                  text not null,     -- of the CI, or local-<hash>
  run_attempt             integer not null,  -- 0: not told
  point_id                text not null,     -- as in verdict.json
  github_run_id           bigint,            -- run_id, where it is a number
  repository              text,
  benchmark_id            bigint,            -- benchmark_results.id, where exactly one row has the key
  benchmark_id_reason     text,              -- why there is none
  -- what was measured, as the results tell it
  model                   text,
  hardware                text,
  framework               text,
  precision               text,
  spec_method             text,
  parallelism             text,
  offload_mode            text,
  recipe                  text,
  isl                     bigint,
  osl                     bigint,
  conc                    bigint,
  row_identity            jsonb not null,    -- parts of the result row that name it in a database, as written
  database_key            jsonb,             -- the same, normalised to columns of configs and benchmark_results
  -- when it was measured
  window_start            timestamptz,
  window_end              timestamptz,
  window_source           text,
  window_uncertainty_s    double precision not null,
  guard_s                 double precision not null,
  -- what was found
  finding                 text not null check (finding in ('clean', 'unproven', 'suspect', 'inconclusive', 'contaminated')),
  status                  text not null check (status in ('valid', 'flagged', 'invalid', 'failed')),
  jit_valid               smallint,          -- 1 clean, 0 contaminated, null: neither is proven
  jit_finding             smallint not null, -- 0 clean, 1 unproven, 2 suspect, 3 inconclusive, 4 contaminated
  hide                    boolean not null,  -- contaminated, and the policy calls that invalid
  error_text              text,              -- for benchmark_results.error, where it is to be hidden
  events_in_window        integer not null,
  events_possible         integer not null,
  events_known            integer not null,
  workers_affected        integer not null,
  requests                bigint not null,
  victim_requests         bigint,            -- null: routing is not known
  reasons                 jsonb not null,
  proof                   jsonb not null,
  metrics                 jsonb not null,
  metrics_without_victims jsonb not null,
  policy_source           text,
  policy_sha256           text,
  primary key (run_id, run_attempt, point_id)
);
create index if not exists jit_verdicts_github_run on jit_verdicts (github_run_id, run_attempt);
create index if not exists jit_verdicts_benchmark on jit_verdicts (benchmark_id);

create table if not exists jit_events (
  event_id     text not null,
  run_id       text not null,
  run_attempt  integer not null,
  point_id     text not null,  -- '': it touches no measured window
  benchmark_id bigint,
  relation     text check (relation in ('in', 'possible')),
  event_type   text not null,  -- compile, recompile, autotune, build, load, miss, download
  compiler     text not null,
  rule         text not null,
  target       text,           -- the kernel or module
  detail       text,
  certainty    text not null,
  cost         text not null,
  phase        text not null,
  worker       text,
  role         text,
  worker_index integer,
  node         text,
  pid          bigint,
  process      text,
  ranks        text,
  ts           timestamptz,    -- of the event's own line; null: undated
  start_lo     timestamptz,    -- the work began between these two
  start_hi     timestamptz,
  end_lo       timestamptz,    -- and ended between these two; null: not bounded
  end_hi       timestamptz,
  basis        text not null,
  marks        text not null,
  as_written   text,
  duration_s   double precision,
  failed       boolean not null,
  waiters      bigint not null,
  candidates   bigint not null,
  repeats      bigint not null,
  duplicate    boolean not null,  -- stands elsewhere too, and is not counted
  repository   text,
  artifact     text,
  log_path     text not null,
  line         bigint not null,
  byte         bigint not null,
  text         text not null,
  primary key (run_id, run_attempt, event_id, point_id)
);
create index if not exists jit_events_benchmark on jit_events (benchmark_id);
create index if not exists jit_events_point on jit_events (run_id, run_attempt, point_id);
