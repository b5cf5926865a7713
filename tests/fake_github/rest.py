"""GitHub's REST API for the runs of repositories: what a client that reads them can see.

Shapes and statuses after GitHub's own OpenAPI description (version 2022-11-28). A list has `Link` headers and at most
100 items a page; a file is a redirect to the blob host; what has expired is 410, what is private 404.
"""

import hashlib
import json
from urllib.parse import urlencode

from .service import Answer, Host, unquoted


def plain(value):
    return [("Content-Type", "application/json; charset=utf-8")], json.dumps(value).encode()


def failure(status, message, *headers):
    more, body = plain({"message": message, "documentation_url": "https://docs.github.com/rest", "status": str(status)})
    return Answer(status, more + list(headers), body)


# The parts that nobody here reads, so that what is served is what GitHub's description says.
ADDRESSES = """archive assignees blobs branches collaborators comments commits compare contents contributors deployments
downloads events forks git_commits git_refs git_tags hooks html issue_comment issue_events issues keys labels languages
merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees""".split()
PERSON = {"login": "octo", "id": 1, "node_id": "MDQ6", "avatar_url": "https://github.com/a", "gravatar_id": "", "type": "User",
          "site_admin": False, "url": "https://github.com/octo", "html_url": "https://github.com/octo",
          **{f"{name}_url": "https://github.com/octo/" + name for name in
             ("followers", "following", "gists", "starred", "subscriptions", "organizations", "repos", "events",
              "received_events")}}


def repository_json(full_name, id):
    place = "https://github.com/" + full_name
    return {"id": id, "node_id": "MDEw", "name": full_name.split("/")[1], "full_name": full_name, "private": False,
            "owner": PERSON, "fork": False, "description": None, "url": place,
            **{f"{name}_url": f"{place}/{name}" for name in ADDRESSES}}


def run_addresses(place):
    return {f"{name}_url": f"{place}/{name}" for name in
            ("artifacts", "cancel", "check_suite", "jobs", "logs", "rerun", "workflow")}


class Run:
    """A run with its attempts' beginnings (RFC 3339), artifacts and jobs, each a dict as the API gives it."""

    def __init__(self, id, attempts, **more):
        self.id, self.attempts, self.more = id, attempts, more
        self.artifacts, self.jobs, self.logs = [], [], {}

    def json(self, repository, attempt=None):
        number = attempt or len(self.attempts)
        place = f"https://github.com/{repository}/actions/runs/{self.id}"
        head = self.more.get("head_repository", {"id": 1})  # None: a fork that was deleted
        return {"id": self.id, "node_id": "MDg6", "name": "sweep", "display_title": "sweep", "path": ".github/workflows/sweep.yml",
                "run_attempt": number, "run_number": 7, "event": "push", "workflow_id": 5, "pull_requests": [],
                "status": "completed", "conclusion": "success", "head_branch": "main", "head_sha": "0" * 40,
                "head_commit": None, "created_at": self.attempts[0], "run_started_at": self.attempts[number - 1],
                "updated_at": self.attempts[number - 1], "url": place, "html_url": place, **run_addresses(place), **self.more,
                "repository": repository_json(repository, 1), "head_repository": head and repository_json(repository, head["id"])}


class RestHost(Host):
    def __init__(self, record, blobs, certificate=None, prefix=""):
        super().__init__("api", self.answer, record, certificate)
        self.blobs, self.prefix = blobs, prefix
        self.runs = {}      # repository → {id: Run}
        self.renamed = {}   # old name → new
        self.private = set()
        self.tokens = {}    # token → list of scopes; empty: any token may read
        self.versions = True  # knows X-GitHub-Api-Version
        self.total = None   # a wrong total_count
        self.uses = 100     # of a signed address

    @property
    def base(self):
        return self.url + self.prefix

    def answer(self, request):
        if not request.header("user-agent"):
            return failure(403, "Request forbidden by administrative rules.")
        if not request.path.startswith(self.prefix + "/") or request.path.endswith("/"):
            return failure(404, "Not Found")
        if not self.versions and request.header("x-github-api-version"):
            return failure(400, "This version is not a supported version of the API")
        token = (request.header("authorization") or "").removeprefix("Bearer ")
        if token and self.tokens and token not in self.tokens:
            return failure(401, "Bad credentials")
        parts = unquoted(request.path.removeprefix(self.prefix))
        if parts[:1] == ["repositories"] and len(parts) > 2:  # where a renamed one is sent on to
            parts = ["repos", *list(self.runs)[int(parts[1]) - 1].split("/"), *parts[2:]]
        if parts[0] != "repos" or len(parts) < 5 or parts[3] != "actions":
            return failure(404, "Not Found")
        repository = "/".join(parts[1:3])
        if repository in self.renamed:
            number = list(self.runs).index(self.renamed[repository]) + 1
            target = f"{self.base}/repositories/{number}/" + "/".join(parts[3:])
            return Answer(301, [("Location", target + (f"?{urlencode(request.query)}" if request.query else ""))], b"{}")
        if repository not in self.runs or (repository in self.private and not token):
            return failure(404, "Not Found")
        return self.actions(request, repository, parts[4:], token)

    def actions(self, request, repository, parts, token):
        runs = self.runs[repository]
        if parts == ["runs"]:
            first, last = request.query.get("created", "0001..9999").split("..")
            found = [run for run in runs.values() if first <= run.attempts[0] <= last]
            found.sort(key=lambda run: run.attempts[0], reverse=True)
            return self.list(request, "workflow_runs", found, lambda run: run.json(repository), most=1000)
        if parts[0] == "runs":
            return self.of_run(request, repository, runs.get(int(parts[1])), parts[2:])
        found = [(run, one) for run in runs.values() for one in (run.artifacts if parts[0] == "artifacts" else run.jobs)
                 if str(one["id"]) == parts[1]]
        if not found:
            return failure(404, "Not Found")
        run, one = found[0]
        if len(parts) == 2:
            return self.json(request, self.public(one))
        if not token:
            return failure(401, "Requires authentication")
        if "actions" not in self.tokens.get(token, ["actions"]):
            return failure(403, "Resource not accessible by personal access token",
                           ("X-Accepted-GitHub-Permissions", "actions=read"))
        if parts[0] == "artifacts":
            if one["expired"]:
                return failure(410, "Artifact has expired. See https://docs.github.com/expiry")
            return self.redirect(one["_blob"])
        log = run.logs.get(one["id"])
        if log == "expired":
            return failure(410, "Server Error")
        if log is None:
            return Answer(404, [("Content-Type", "application/xml")], b"<Error><Code>BlobNotFound</Code></Error>")
        return self.redirect(log)

    def of_run(self, request, repository, run, parts):
        if not run:
            return failure(404, "Not Found")
        if not parts:
            return self.json(request, run.json(repository))
        if parts == ["artifacts"]:
            return self.list(request, "artifacts", run.artifacts)
        if parts[0] == "attempts" and parts[1].isdigit() and 1 <= int(parts[1]) <= len(run.attempts):
            number = int(parts[1])
            if len(parts) == 2:
                return self.json(request, run.json(repository, number))
            if parts[2:] == ["jobs"]:
                return self.list(request, "jobs", [j for j in run.jobs if j["run_attempt"] == number])
        return failure(404, "Not Found")

    @staticmethod
    def public(one):
        return {name: value for name, value in one.items() if not name.startswith("_")}

    def redirect(self, blob):
        return Answer(302, [("Location", self.blobs.signed(blob, self.uses))], b"")

    def json(self, request, value):
        headers, body = plain(value)
        # An ETag is good for the token that it was given to only.
        seen = (request.header("authorization") or "").encode() + body
        etag = 'W/"' + hashlib.sha256(seen).hexdigest()[:40] + '"'
        if request.header("if-none-match") == etag:
            return Answer(304, [("ETag", etag)])
        return Answer(200, headers + [("ETag", etag), ("X-RateLimit-Remaining", "4999")], body)

    def list(self, request, name, items, show=public, most=None):
        size = min(100, int(request.query.get("per_page", 30)))
        page = int(request.query.get("page", 1))
        total = len(items) if self.total is None else self.total
        items = items[:most]
        answer = self.json(request, {"total_count": total, name: [show(one) for one in items[(page - 1) * size:page * size]]})
        links = []
        target = self.base + request.path.removeprefix(self.prefix)
        for relation, number in (("prev", page - 1), ("next", page + 1)):
            if 1 <= number and (number - 1) * size < len(items):
                links.append(f'<{target}?{urlencode({**request.query, "page": number})}>; rel="{relation}"')
        if links:
            answer.headers.append(("Link", ", ".join(links)))
        return answer
