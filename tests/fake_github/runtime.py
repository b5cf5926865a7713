"""What a step of a workflow talks to besides the REST API: the run's artifact service (Twirp over JSON) with the host
that takes its bytes, and the REST calls by which a commit is told a verdict.

The service speaks three dialects: `github` (snake_case, a type from version 7 on), `act` (camelCase, unknown fields are
a server's error), `gitea` (camelCase, numbers for ids). The storage takes blocks and their list, as Azure does, and
refuses any Authorization.
"""

import base64
import hashlib
import json
import re
import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote, urlsplit

from .blob import REFUSED, BlobHost
from .rest import failure, plain
from .service import Answer, Host

TWIRP = "/twirp/github.actions.results.api.v1.ArtifactService/"
FIELDS = {"CreateArtifact": {"workflow_run_backend_id", "workflow_job_run_backend_id", "name", "expires_at", "version"},
          "FinalizeArtifact": {"workflow_run_backend_id", "workflow_job_run_backend_id", "name", "size", "hash"},
          "ListArtifacts": {"workflow_run_backend_id", "workflow_job_run_backend_id", "name_filter", "id_filter"},
          "GetSignedArtifactURL": {"workflow_run_backend_id", "workflow_job_run_backend_id", "name"}}


class Storage(BlobHost):
    """Blocks wait for the list that puts them together; GET is the download side's."""

    def __init__(self, record):
        super().__init__(record)
        self.name = "storage"
        self.blocks = {}

    def answer(self, request):
        if request.method != "PUT":
            return super().answer(request)
        name = request.path.removeprefix("/results/")
        signature = self.signatures.get(request.query.get("sig", "").rstrip("="))
        if request.header("authorization") or request.header("cookie") or not signature or signature[0] != name:
            return Answer(403, [("Content-Type", "application/xml")], REFUSED)
        if not request.target.split("?", 1)[1].startswith("se=2030-01-01T00%3A00%3A00Z&sig="):
            return Answer(403, [("Content-Type", "application/xml")], REFUSED)  # it was taken apart on the way
        waiting = self.blocks.setdefault(name, {})
        if request.query.get("comp") == "block":
            block = request.query["blockid"]
            base64.b64decode(block, validate=True)
            if any(len(other) != len(block) for other in waiting):
                return Answer(400, [], b"<Error><Code>InvalidBlobOrBlock</Code></Error>")
            waiting[block] = request.body
            return Answer(201)
        if request.query.get("comp") == "blocklist":
            ids = [one.text for one in ElementTree.fromstring(request.body).findall("Latest")]
            if any(one not in waiting for one in ids):
                return Answer(400, [], b"<Error><Code>InvalidBlockList</Code></Error>")
            self.put(name, b"".join(waiting[one] for one in ids), request.header("x-ms-blob-content-type"))
            return Answer(201, [("ETag", self.blobs[name].etag)])
        return Answer(400, [], b"<Error><Code>InvalidQueryParameterValue</Code></Error>")


class Runtime:
    def __init__(self, record=None, profile="github"):
        self.requests = []
        record = record or self.requests.append
        self.profile = profile
        self.storage = Storage(record)
        self.service = Host("runtime", self.answer, record)
        self.artifacts = {}  # name → dict, once created
        self.ids = 5_000_000_000
        payload = base64.urlsafe_b64encode(json.dumps({"scp": "Actions.Example Actions.Results:run-1:job-1"}).encode())
        self.token = "e30." + payload.decode().rstrip("=") + ".signatureThatMustStayHere"

    def close(self):
        self.service.close()
        self.storage.close()

    def variables(self):
        # Its path means nothing, and a client that keeps it gets 404.
        return {"ACTIONS_RESULTS_URL": self.service.url + "/some/path/", "ACTIONS_RUNTIME_TOKEN": self.token}

    def fault(self, method, **what):
        self.service.fault(f"POST .*/{method}", **what)

    def visible(self):
        return {name: one for name, one in self.artifacts.items() if one["visible"]}

    def content(self, name):
        return self.storage.blobs[self.artifacts[name]["blob"]].content

    def answer(self, request):
        if request.method != "POST" or not request.path.startswith(TWIRP):
            return Answer(404, [("Content-Type", "text/html")], b"<html>not found</html>")
        if request.header("authorization") != f"Bearer {self.token}":
            return self.refuse(401, "unauthenticated", "bad token")
        body = json.loads(request.body)
        method = request.path.removeprefix(TWIRP)
        unknown = set(body) - FIELDS.get(method, set()) - ({"mime_type"} if self.profile != "act" else set())
        if unknown and self.profile == "act":
            return Answer(500, [("Content-Type", "text/plain")], f"unknown field {sorted(unknown)[0]}".encode())
        if unknown or (body["workflow_run_backend_id"], body["workflow_job_run_backend_id"]) != ("run-1", "job-1"):
            return self.refuse(400, "invalid_argument", f"unknown fields or ids: {sorted(unknown)}")
        return getattr(self, method)(body)

    def refuse(self, status, code, message):
        return Answer(status, [("Content-Type", "application/json")], json.dumps({"code": code, "msg": message}).encode())

    def give(self, **fields):
        if self.profile != "github":
            fields = {re.sub("_([a-z])", lambda m: m[1].upper(), name): value for name, value in fields.items()}
        if self.profile == "gitea" and "artifactId" in fields:
            fields["artifactId"] = int(fields["artifactId"])
        return Answer(200, [("Content-Type", "application/json")], json.dumps(fields).encode())

    def CreateArtifact(self, body):
        name = body["name"]
        if not name or re.search(r'["\\:<>|*?\r\n/]', name):
            return self.refuse(400, "invalid_argument", "the artifact name is not valid")
        if body["version"] >= 7 and "mime_type" not in body:
            return self.refuse(400, "invalid_argument", "mime_type a valid mime_type is required for this artifact version")
        if name in self.artifacts:
            return self.refuse(409, "already_exists", "an artifact with this name already exists on the workflow run")
        self.ids += 1
        blob = f"{self.ids}"
        self.artifacts[name] = {"id": self.ids, "blob": blob, "visible": False, "created": body}
        return self.give(ok=True, signed_upload_url=self.storage.signed(blob, 1000))

    def FinalizeArtifact(self, body):
        one = self.artifacts.get(body["name"])
        blob = self.storage.blobs.get(one["blob"]) if one else None
        if not blob or one["visible"]:
            return self.refuse(404, "not_found", "no such artifact to finalize")
        if not isinstance(body["size"], str) or int(body["size"]) != len(blob.content):
            return self.refuse(400, "invalid_argument", "size mismatch")
        if body["hash"] != "sha256:" + hashlib.sha256(blob.content).hexdigest():
            return self.refuse(400, "invalid_argument", "hash mismatch")
        one["visible"] = True
        return self.give(ok=True, artifact_id=str(one["id"]))

    def ListArtifacts(self, body):
        found = []
        for name, one in self.visible().items():
            if body.get("name_filter", name) != name or body.get("id_filter", str(one["id"])) != str(one["id"]):
                continue
            content = self.content(name)
            fields = {"workflow_run_backend_id": "run-1", "workflow_job_run_backend_id": "job-1",
                      "database_id": str(one["id"]), "name": name, "size": str(len(content)),
                      "created_at": "2026-08-04T19:00:00Z", "digest": "sha256:" + hashlib.sha256(content).hexdigest()}
            found.append(json.loads(self.give(**fields).body))
        return self.give(artifacts=found)

    def GetSignedArtifactURL(self, body):
        one = self.visible().get(body["name"])
        if not one:
            return self.refuse(404, "not_found", "no such artifact")
        return self.give(signed_url=self.storage.signed(one["blob"]))


class Commits:
    """Statuses, check runs and files of commits, put before a RestHost's own answers. `may`: the token's permissions."""

    def __init__(self, api, may=("contents", "statuses", "checks")):
        self.api, self.may, self.rest = api, set(may), api.handle
        self.statuses, self.checks, self.files = [], {}, {}
        self.commits = set()
        api.handle = self.answer

    def answer(self, request):
        path = unquote(urlsplit(request.target).path).removeprefix(self.api.prefix)
        found = re.fullmatch(r"/repos/[^/]+/[^/]+/(statuses|check-runs|contents|git/commits)(?:/(.*))?", path)
        if not found:
            return self.rest(request)
        if not request.header("user-agent") or not request.header("authorization"):
            return failure(401, "Requires authentication")
        if not self.api.versions and request.header("x-github-api-version"):
            return failure(400, "This version is not a supported version of the API")
        what, rest = found.groups()
        needed = {"statuses": "statuses", "check-runs": "checks"}.get(what, "contents")
        if needed not in self.may:
            # What may not be read is hidden, what may not be written is refused.
            if needed == "contents":
                return failure(404, "Not Found")
            return failure(403, "Resource not accessible by integration",
                           ("X-Accepted-GitHub-Permissions", f"{needed}=write"))
        if what == "contents":
            text = self.files.get((request.query.get("ref"), rest))
            return failure(404, "Not Found") if text is None else Answer(200, [("Content-Type", "text/plain")], text)
        if what == "git/commits":
            return self.ok(200, {"sha": rest}) if rest in self.commits else failure(404, "Not Found")
        body = json.loads(request.body)
        return self.status(rest, body) if what == "statuses" else self.check(request.method, rest, body)

    @staticmethod
    def ok(status, value):
        return Answer(status, *plain(value))

    def status(self, sha, body):
        if not re.fullmatch("[0-9a-f]{40}", sha) or body.get("state") not in ("error", "failure", "pending", "success"):
            return failure(422, "Validation Failed")
        if len(body.get("description") or "") > 140:
            return failure(422, "Validation Failed: description is too long (maximum is 140 characters)")
        self.statuses.append({"sha": sha, **body})
        return self.ok(201, {"id": len(self.statuses), **body})

    def check(self, method, id, body):
        if method == "POST":
            if not body.get("name") or not re.fullmatch("[0-9a-f]{40}", body.get("head_sha", "")):
                return failure(422, "Validation Failed")
            self.checks[str(len(self.checks) + 41)] = body
            return self.ok(201, {"id": len(self.checks) + 40, **body})
        if id not in self.checks:
            return failure(404, "Not Found")
        output = body.get("output", {})
        if len(output.get("summary", "")) > 65535 or len(output.get("title", "")) > 255:
            return failure(422, "Invalid request: too long")
        self.checks[id].update(body)
        return self.ok(200, {"id": int(id), **self.checks[id]})
