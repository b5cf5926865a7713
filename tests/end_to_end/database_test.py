#!/usr/bin/python3
"""The SQL of jitgate export, loaded into a real PostgreSQL (started here on a private socket, and stopped) and SQLite.

Both have tables of the shape of the public results database, and both are loaded twice. A missing server is a failure:
`./dev deps` installs it.
"""
import glob
import json
import os
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from program import artifact, check, jitgate, read_events, read_json, write_events, write_json

SIDE = "{0}_tp {1} not null, {0}_ep {1} not null, {0}_dp_attention {2} not null, {0}_num_workers {1} not null"
CONFIGS = ("create table configs (id integer primary key, hardware text not null, framework text not null, model text not null,"
           " precision text not null, spec_method text not null, disagg {2} not null, is_multinode {2} not null, "
           + SIDE.format("prefill", "{1}", "{2}") + ", " + SIDE.format("decode", "{1}", "{2}")
           + ", num_prefill_gpu {1} not null, num_decode_gpu {1} not null)")
RUNS = ("create table workflow_runs (id bigint primary key, github_run_id bigint not null, run_attempt {1} not null,"
        " date date not null, unique (github_run_id, run_attempt))")
NEW_COLUMNS = ", offload_mode text not null default 'off', recipe_fingerprint text"
RESULTS = ("create table benchmark_results (id bigint primary key, workflow_run_id bigint not null, config_id integer not null,"
           " benchmark_type text not null, date date not null, isl integer, osl integer, conc integer not null,"
           " metrics {3} not null, error text%s)")
LATEST = """
create view latest_workflow_runs as
  select distinct on (github_run_id) * from workflow_runs order by github_run_id, run_attempt desc;
create materialized view latest_benchmarks as
  select distinct on (br.config_id, br.conc, br.isl, br.osl, br.benchmark_type) br.*
  from benchmark_results br join latest_workflow_runs wr on wr.id = br.workflow_run_id
  where br.error is null
  order by br.config_id, br.conc, br.isl, br.osl, br.benchmark_type, br.date desc, br.id desc;
"""
POSTGRES_TYPES = ("", "smallint", "boolean", "jsonb")
SQLITE_TYPES = ("", "integer", "integer", "text")
HOSTILE = ["it's; drop table jit_events; --", "back\\slash\\' or '1'='1", "dollar $$ $jitgate$ :x :'x' ${x}", "\\! touch x\n\\q\n.quit\n",
           "two\r\nlines\t\x1b[31m", "nul\0byte", "\u202eé😀\ufeff", "'", "''", "\"", "%s %n {0}", "/* -- */"]


def public_schema(types, columns=NEW_COLUMNS):
    return ";\n".join(t.format(*types) for t in (CONFIGS, RUNS, RESULTS % columns)) + ";\n"


def fill(execute, json_of=lambda value: value):
    """Rows as an ingest would have written them: run 1001 is cold, run 1002 warm and older, 1000 is older still."""
    config = (7, "b200", "dynamo-vllm", "demomm", "fp4", "mtp", True, True, 4, 1, False, 1, 4, 1, False, 6, 4, 24)
    execute("insert into configs values (" + ", ".join(literal(v) for v in config) + ")")
    other = (8, "h200", *config[2:])
    execute("insert into configs values (" + ", ".join(literal(v) for v in other) + ")")
    rows = {"1001": ("2026-08-04", "c12-cold"), "1002": ("2026-08-03", "c12-warm"), "1000": ("2026-08-01", None)}
    for number, (run, (date, name)) in enumerate(rows.items()):
        execute(f"insert into workflow_runs values ({50 + number}, {run}, 1, '{date}')")
        for conc in (12, 24, 48):
            metrics = metrics_of(name, conc) if name else {"mean_ttft": 1.0, "image": "x"}
            execute(f"insert into benchmark_results (id, workflow_run_id, config_id, benchmark_type, date, isl, osl, conc, metrics)"
                    f" values ({number * 100 + conc}, {50 + number}, 7, 'single_turn', '{date}', 8192, 1024, {conc},"
                    f" {literal(json.dumps(metrics))})")


def metrics_of(run, conc):
    import zipfile
    with zipfile.ZipFile(artifact(run, "bmk_")) as archive:
        name = next(n for n in archive.namelist() if f"_conc{conc}_gpus" in n)
        row = json.loads(archive.read(name))
    return {key: value for key, value in row.items() if isinstance(value, float)}


def literal(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"


def uncount(directory, event):
    """The verdict as it would be if the event touched no window."""
    path = os.path.join(directory, "verdict.json")
    verdict = read_json(path)
    for relation in event["benchmarks"]:
        point = next(point for point in verdict["points"] if point["id"] == relation["id"])
        what = {"in": "in_window", "possible": "possible"}[relation["relation"]]
        group = next(group for group in point["events"] if group["target"] == event["target"] and group[what] > 0)
        group[what] -= 1
        point["counts"][what] -= 1
    write_json(path, verdict)


class Server:
    """A PostgreSQL of its own: data, socket and log in a temporary folder, no port."""

    def __init__(self):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not found:
            raise AssertionError("PostgreSQL is not installed: ./dev deps test")
        self.bin = found[-1]
        self.folder = tempfile.mkdtemp(prefix="pg")
        # A server refuses to run as root; Debian's package brings a user for it.
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            os.chmod(self.folder, 0o700)
            shutil.chown(self.folder, self.user)
        try:
            self.start()
        except BaseException:
            shutil.rmtree(self.folder)
            raise

    def start(self):
        data = os.path.join(self.folder, "data")
        self.run("initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        settings = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off -c full_page_writes=off"
        self.run("pg_ctl", "-D", data, "-l", os.path.join(self.folder, "log"), "-o", settings, "-w", "start")

    def run(self, program, *arguments):
        prefix = ["setpriv", "--reuid", self.user, "--regid", self.user, "--clear-groups"] if os.geteuid() == 0 else []
        done = subprocess.run([*prefix, os.path.join(self.bin, program), *arguments], cwd="/", capture_output=True,
                              text=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise AssertionError(f"{program}: {done.stdout}{done.stderr}")

    def psql(self, database, script, exit=0, options=()):
        done = subprocess.run([os.path.join(self.bin, "psql"), "-X", "-q", "-h", self.folder, "-U", "tester", "-d", database,
                               "-v", "ON_ERROR_STOP=1", "-A", "-F", "|", "-P", "footer=off", *options],
                              input=script if isinstance(script, bytes) else script.encode(), capture_output=True, check=False)
        if done.returncode != exit:
            raise AssertionError(f"psql ends with {done.returncode}: {done.stderr.decode()[:2000]}")
        return done

    def query(self, database, sql):
        text = self.psql(database, f"select coalesce(json_agg(q), '[]') from ({sql}) q", options=["-t"]).stdout
        return [tuple(row.values()) for row in json.loads(text)]

    def stop(self):
        self.run("pg_ctl", "-D", os.path.join(self.folder, "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder)


class Postgres:
    dialect = "postgres"

    def __init__(self, server, name, schema=""):
        self.server, self.name = server, name
        server.psql("postgres", f"create database {name}")
        if schema:
            server.psql(name, schema)

    def load(self, script, **options):
        return self.server.psql(self.name, script, **options)

    def execute(self, sql):
        self.server.psql(self.name, sql)

    def query(self, sql):
        return self.server.query(self.name, sql)


class Sqlite:
    dialect = "sqlite"

    def __init__(self, path, schema=""):
        self.path = path
        if schema:
            self.load(schema.encode())

    def load(self, script, exit=0):
        done = subprocess.run(["sqlite3", "-bail", self.path], input=script, capture_output=True, check=False)
        if done.returncode != exit:
            raise AssertionError(f"sqlite3 ends with {done.returncode}: {done.stderr.decode()}")
        return done

    def execute(self, sql):
        self.load((sql + ";").encode())

    def query(self, sql):
        connection = sqlite3.connect(self.path)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()


class Databases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)
        cls.saved = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.saved)
        cls.cold = check("c12-cold", os.path.join(cls.saved, "cold"), exit=81)
        cls.warm = check("c12-warm", os.path.join(cls.saved, "warm"), exit=0)
        cls.count = 0

    def databases(self, columns=NEW_COLUMNS):
        """One of each kind, with the public tables filled."""
        type(self).count += 1
        postgres = Postgres(self.server, f"db{self.count}", public_schema(POSTGRES_TYPES, columns) + LATEST)
        one = []
        fill(one.append)
        postgres.load(";\n".join(one) + ";\nrefresh materialized view latest_benchmarks;")
        lite = Sqlite(os.path.join(self.saved, f"{self.count}.sqlite"), public_schema(SQLITE_TYPES))
        lite.load((";\n".join(one) + ";\n").encode())
        return [postgres, lite]

    def script(self, directory, dialect, *more, run="1001"):
        told = ["--run", run, "--attempt", "1"] if run else []
        return jitgate("export", directory, "--format", "sql", "--dialect", dialect, *told, *more).stdout

    def test_loading_twice_gives_everything_once(self):
        for database in self.databases():
            for _ in range(2):
                database.load(self.script(self.cold, database.dialect))
                database.load(self.script(self.warm, database.dialect, run="1002"))
            with self.subTest(database.dialect):
                self.everything_is_there(database)

    def everything_is_there(self, database):
        kept = {event["id"]: event for event in read_events(self.cold)}
        rows = database.query("select event_id, point_id, relation, event_type, target, worker, ts, benchmark_id, compiler,"
                              " text, start_lo, end_hi from jit_events")
        self.assertEqual({row[0] for row in rows}, set(kept))
        self.assertEqual(len(rows), sum(max(1, len(event["benchmarks"])) for event in kept.values()))
        certain = [row for row in rows if row[2] == "in"]
        self.assertEqual(len(certain), 34)
        ids = {"sqlite": {None}, "postgres": {12}}[database.dialect]  # SQLite gets them from a dump, see below
        self.assertEqual({row[7] for row in certain}, ids)
        for row in rows:
            event = kept[row[0]]
            self.assertEqual((row[3], row[4], row[8], row[9]),
                             (event["event_type"], event["target"], event["compiler"], event["text"]))
            self.assertEqual(row[5], f"{event['worker']['role']}_w{event['worker']['index']}")
            self.assertEqual(row[6][:19], (event["time"]["start" if event["time"]["marks"] == "start" else "end"][0])[:19])
            self.assertEqual((row[10][:19], row[11][:19]), (event["time"]["start"][0][:19], event["time"]["end"][1][:19]))
        self.assertEqual(database.query("select count(*) from jit_verdicts"), [(6,)])

        marked = database.query("select id, finding from jit_benchmarks_marked where contaminated")
        self.assertEqual(marked, [(12, "contaminated")])
        self.assertEqual(database.query("select count(*) from jit_benchmarks_marked"), [(9,)])
        self.assertEqual(database.query("select count(*) from jit_benchmarks_excluded"), [(8,)])
        self.assertEqual(database.query("select count(*) from jit_benchmarks_marked where jit_finding is null"), [(3,)])

        cold, warm = (metrics_of(run, 12)["mean_ttft"] for run in ("c12-cold", "c12-warm"))
        means = database.query("select n_all, mean_all, n_excluding, mean_excluding, n_clean, mean_clean from jit_config_means"
                               " where config_id = 7 and conc = 12 and metric = 'mean_ttft'")
        self.assertEqual(len(means), 1)
        self.assertEqual(means[0][::2], (3, 2, 1))
        for got, wanted in zip(means[0][1::2], ((cold + warm + 1) / 3, (warm + 1) / 2, warm)):
            self.assertAlmostEqual(got, wanted)
        other = database.query("select n_all, n_excluding from jit_config_means where conc = 24 and metric = 'mean_ttft'")
        self.assertEqual(other, [(3, 3)])
        points = database.query("select n_all, n_excluding, mean_excluding from jit_point_means"
                                " where conc = 12 and metric = 'mean_ttft'")
        self.assertEqual(points[0][:2], (2, 1))
        self.assertAlmostEqual(points[0][2], warm, places=6)

    def test_ids_from_a_dump(self):
        postgres, lite = self.databases()
        dump = os.path.join(self.saved, "dump")
        os.mkdir(dump)
        for table in ("configs", "workflow_runs", "benchmark_results"):
            rows = postgres.query(f"select to_json(t) from {table} t")
            write_json(os.path.join(dump, table + ".json"), [row for (row,) in rows])
        lite.load(self.script(self.cold, "sqlite", "--dump", dump))
        self.assertEqual(lite.query("select distinct benchmark_id from jit_events where relation = 'in'"), [(12,)])
        self.assertEqual(lite.query("select conc, benchmark_id from jit_verdicts order by conc"), [(12, 12), (24, 24), (48, 48)])

    def test_marking(self):
        database = self.databases()[0]
        database.execute("update benchmark_results set error = 'crashed' where id = 24")
        latest = "select id from latest_benchmarks where conc = 12"
        self.assertEqual(database.query(latest), [(12,)])
        said = database.load(self.script(self.cold, "postgres", "--mark")).stdout.decode()
        errors = dict(database.query("select id, error from benchmark_results where error is not null"))
        self.assertEqual(errors, {24: "crashed", 12: "runtime_jit: 34 events in the measured window (cutedsl 9, triton 25)"})
        self.assertEqual(database.query(latest), [(112,)])
        self.assertIn("|12|2026-08-04|runtime_jit: 34 events in the measured window (cutedsl 9, triton 25)|row 112 of 2026-08-03", said)
        again = database.load(self.script(self.cold, "postgres", "--mark")).stdout.decode()
        self.assertIn("left as it is: runtime_jit: 34 events", again)
        self.assertEqual(dict(database.query("select id, error from benchmark_results where error is not null")), errors)
        # Hidden rows are still in the means, both ways.
        means = database.query("select n_all, n_excluding from jit_config_means where conc = 12 and metric = 'mean_ttft'")
        self.assertEqual(means, [(3, 2)])
        # A row with an error of its own keeps it, and one that the database does not have is named.
        database.execute("update benchmark_results set error = 'crashed' where id = 12")
        self.assertIn("left as it is: crashed", database.load(self.script(self.cold, "postgres", "--mark")).stdout.decode())
        said = database.load(self.script(self.cold, "postgres", "--mark", run="77")).stdout.decode()
        self.assertRegex(said, r"conc12\|77\|1\|")

    def test_older_tables(self):
        database = self.databases(columns="")[0]
        database.load(self.script(self.cold, "postgres", "--mark"))
        self.assertEqual(database.query("select id from benchmark_results where error is not null"), [(12,)])
        self.assertEqual(database.query("select id from jit_benchmarks_marked where contaminated"), [(12,)])

    def test_what_the_policy_lets_pass_is_not_hidden(self):
        database = self.databases()[0]
        lax = os.path.join(self.saved, "lax")
        policy = os.path.join(self.saved, "policy.yaml")
        with open(policy, "w", encoding="utf-8") as file:
            file.write("version: 1\ncompilers: {default: flagged}\n")
        jitgate("check", os.path.dirname(artifact("c12-cold", "bmk_")), "--policy", policy, "--out", lax, "--quiet")
        database.load(self.script(lax, "postgres", "--mark"))
        self.assertEqual(database.query("select id from benchmark_results where error is not null"), [])
        self.assertEqual(database.query("select id from jit_benchmarks_marked where contaminated"), [(12,)])

    def test_without_public_tables(self):
        type(self).count += 1
        bare = [Postgres(self.server, "bare"), Sqlite(os.path.join(self.saved, "bare.sqlite"))]
        for database in bare:
            for run in (self.cold, self.warm, self.cold):
                database.load(self.script(run, database.dialect, run=None))
            means = database.query("select n_all, n_excluding from jit_point_means where conc = 12 and metric = 'mean_ttft'")
            self.assertEqual(means, [(2, 1)])
            self.assertEqual(database.query("select count(*) from jit_points_marked where contaminated"), [(1,)])
            self.assertEqual(database.query("select count(*) from jit_points_excluded"), [(5,)])
        said = bare[0].load(self.script(self.cold, "postgres", "--mark"), exit=3).stderr
        self.assertIn(b"there is nothing to mark", said)
        self.assertEqual(bare[0].query("select count(*) from jit_verdicts where run_id = '1001'"), [(0,)])

    def test_judged_again(self):
        folder = shutil.copytree(self.cold, os.path.join(self.saved, "again"))
        for database in self.databases():
            database.load(self.script(self.cold, database.dialect))
            events = read_events(self.cold)
            moved = next(event for event in events if event["benchmarks"])
            shutil.copy(os.path.join(self.cold, "verdict.json"), folder)
            uncount(folder, moved)
            moved["benchmarks"] = []
            write_events(folder, events)
            database.load(self.script(folder, database.dialect))
            where = f"from jit_events where event_id = '{moved['id']}'"
            self.assertEqual(database.query(f"select point_id {where}"), [("",)])
            database.load(self.script(self.cold, database.dialect))
            self.assertEqual(database.query(f"select relation {where}"), [("in",)])
            self.assertEqual(database.query("select count(distinct event_id) from jit_events"), [(50,)])

    def test_a_run_judged_again_leaves_no_stale_row(self):
        fewer = os.path.join(self.saved, "fewer")
        jitgate("check", os.path.dirname(artifact("c12-warm", "bmk_")), "--out", fewer, "--quiet")
        def counts():
            return [database.query(f"select count(*) from {table}")[0][0] for table in ("jit_verdicts", "jit_events")]

        for database in self.databases():
            database.load(self.script(fewer, database.dialect))
            database.load(self.script(self.warm, database.dialect, run="1002"))
            both = counts()
            database.load(self.script(self.cold, database.dialect))
            outside = database.query("select count(*) from jit_events where point_id = ''")
            self.assertEqual(outside, [(15,)])
            database.load(self.script(fewer, database.dialect))
            self.assertEqual(database.query("select count(*) from jit_events"), outside,
                             "of the run only the same points are replaced: what is loaded may be another job's")
            database.load(self.script(fewer, database.dialect, "--replace"))
            self.assertEqual(counts(), both, "nothing of the first judgement is left")

    def test_hostile_texts_are_only_texts(self):
        folder = shutil.copytree(self.cold, os.path.join(self.saved, "hostile"))
        events = read_events(folder)
        for event, text in zip(events, HOSTILE):
            event["target"] = event["detail"] = event["text"] = event["worker"]["node"] = text
        write_events(folder, events)
        verdict = read_json(os.path.join(folder, "verdict.json"))
        verdict["points"][0]["reasons"][0]["message"] = "".join(HOSTILE)
        verdict["points"][0]["identity"]["hw"] = HOSTILE[0]
        verdict["policy"]["source"] = HOSTILE[1]
        write_json(os.path.join(folder, "verdict.json"), verdict)
        type(self).count += 1
        postgres = Postgres(self.server, "hostile")
        lite = Sqlite(os.path.join(self.saved, "hostile.sqlite"))
        script = self.script(folder, "postgres")
        script.decode("ascii")
        self.assertNotIn(b"\x1b", script)
        postgres.load(script)
        self.holds(postgres, events)
        postgres.load("drop table jit_events, jit_verdicts cascade")
        # The old reading of backslashes, and a client that speaks Latin-1.
        postgres.load(b"set standard_conforming_strings = off; set client_encoding = 'LATIN1'; set backslash_quote = on;\n" + script)
        self.holds(postgres, events)
        lite.load(self.script(folder, "sqlite"))
        self.holds(lite, events)

    def holds(self, database, events):
        rows = dict((row[0], row[1:]) for row in database.query("select event_id, target, detail, text, node from jit_events"))
        for event, text in zip(events, HOSTILE):
            self.assertEqual(rows[event["id"]], (text.replace("\0", "\ufffd"),) * 4)
        self.assertEqual(database.query("select policy_source from jit_verdicts where conc = 12"), [(HOSTILE[1],)])
        self.assertEqual(len(rows), 50)

    def test_half_a_script_loads_nothing(self):
        type(self).count += 1
        postgres = Postgres(self.server, "half")
        lite = Sqlite(os.path.join(self.saved, "half.sqlite"), "create table t (x);")
        for database in (postgres, lite):
            script = self.script(self.cold, database.dialect)
            database.load(script[: script.rindex(b"commit;")])
            catalogue, name = ("pg_tables", "tablename") if database is postgres else ("sqlite_master", "name")
            self.assertEqual(database.query(f"select {name} from {catalogue} where {name} like 'jit%'"), [])


if __name__ == "__main__":
    unittest.main()
