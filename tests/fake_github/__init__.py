"""A fake GitHub: the API and the host where its files lie, both on loopback. See README.md."""

import hashlib
import io
import zipfile

from .blob import BlobHost
from .proxy import Proxy
from .rest import RestHost, Run
from .service import Answer

__all__ = ["Answer", "GitHub", "Proxy", "Run", "zip_of"]

REPOSITORY = "octo/bench"


def zip_of(files):
    """A zip with these members, the same bytes each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 8, 4, 18, 0, 0)), content)
    return out.getvalue()


class GitHub:
    def __init__(self, certificate=None, prefix=""):
        self.requests = []
        self.blob = BlobHost(self.requests.append, certificate)
        self.api = RestHost(self.requests.append, self.blob, certificate, prefix)
        self.ids = 1000

    def close(self):
        self.api.close()
        self.blob.close()

    def variables(self, token="ghs_fakeTokenThatMustStayHere0123456789"):
        return {"GITHUB_API_URL": self.api.base, "GITHUB_SERVER_URL": "https://github.com", "GITHUB_TOKEN": token or "",
                "GH_TOKEN": ""}

    def run(self, id=77, attempts=("2026-08-04T18:00:00Z",), repository=REPOSITORY, **more):
        run = Run(id, list(attempts), **more)
        self.api.runs.setdefault(repository, {})[id] = run
        return run

    def artifact(self, run, name, content=b"", created="2026-08-04T19:00:00Z", expired=False, digest=True, id=None,
                 content_type="application/zip", disposition=None, **more):
        """Uploads `content` (bytes, or a dict of a zip's members)."""
        if isinstance(content, dict):
            content = zip_of(content)
        self.ids += 1
        id = id or self.ids
        self.blob.put(str(id), content, content_type, disposition)
        one = {"id": id, "node_id": f"MDg6{id}", "name": name, "size_in_bytes": len(content), "expired": expired,
               "url": f"{self.api.base}/repos/{REPOSITORY}/actions/artifacts/{id}",
               "archive_download_url": "https://elsewhere.example/never-asked",
               "created_at": created, "updated_at": created, "expires_at": "2026-11-02T19:00:00Z",
               "digest": "sha256:" + hashlib.sha256(content).hexdigest() if digest else None,
               "workflow_run": {"id": run.id, "repository_id": 1, "head_repository_id": 1, "head_branch": "main",
                                "head_sha": "0" * 40}, "_blob": str(id), **more}
        run.artifacts.insert(0, one)  # newest first, as the API gives them
        return one

    def job(self, run, name, log=b"", attempt=1, status="completed", conclusion="success", id=None):
        """`log`: bytes; None: there is none; "expired"."""
        self.ids += 1
        id = id or self.ids
        place = f"https://github.com/{REPOSITORY}/actions/runs/{run.id}"
        run.jobs.append({"id": id, "node_id": "MDg6", "run_id": run.id, "run_url": place, "url": place, "html_url": place,
                         "check_run_url": place, "head_sha": "0" * 40, "head_branch": "main", "workflow_name": "sweep",
                         "created_at": "2026-08-04T18:00:30Z", "labels": ["gpu"], "runner_id": 1, "runner_name": "gpu-1",
                         "runner_group_id": 1, "runner_group_name": "Default", "run_attempt": attempt, "name": name, "status": status,
                         "conclusion": conclusion, "started_at": "2026-08-04T18:01:00Z",
                         "completed_at": "2026-08-04T19:30:00Z" if status == "completed" else None, "steps": []})
        if isinstance(log, bytes):
            self.blob.put(f"log-{id}", log, "text/plain")
            log = f"log-{id}"
        run.logs[id] = log
        return run.jobs[-1]

    def asked(self, host=None, method=None, part=""):
        """Requests so far: of one host, one method, with `part` in their path."""
        return [r for r in self.requests if (not host or r.host == host) and (not method or r.method == method) and part in r.path]
