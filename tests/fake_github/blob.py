"""The host where bytes lie (Azure Blob, as far as a download sees it): signed addresses, Range, If-Match, strong ETags.

Any Authorization or cookie is refused, as Azure does and its emulator does not: a token that strays there is a fault of
the client. A signature is good for `uses` requests, so that tests can let addresses expire without waiting.
"""

import hashlib
import secrets
import threading

from .service import Answer, Host

REFUSED = (b'<?xml version="1.0" encoding="utf-8"?><Error><Code>AuthenticationFailed</Code>'
           b"<Message>Server failed to authenticate the request.</Message></Error>")


class Blob:
    def __init__(self, content, content_type, disposition):
        self.content, self.content_type, self.disposition = content, content_type, disposition
        self.etag = '"0x' + hashlib.sha1(content).hexdigest()[:15].upper() + '"'


class BlobHost(Host):
    def __init__(self, record, certificate=None):
        super().__init__("blob", self.answer, record, certificate)
        self.blobs = {}
        self.signatures = {}
        self.ranges = True
        self.etags = True
        self.signing = threading.Lock()

    def put(self, name, content, content_type="application/zip", disposition=None):
        self.blobs[name] = Blob(content, content_type, disposition)

    def signed(self, name, uses=100):
        signature = secrets.token_hex(16)
        with self.signing:
            self.signatures[signature] = [name, uses]
        return f"{self.url}/results/{name}?se=2030-01-01T00%3A00%3A00Z&sig={signature}%3D&sp=r"

    def answer(self, request):
        if request.header("authorization") or request.header("cookie"):
            return Answer(403, [("Content-Type", "application/xml")], REFUSED)
        name = request.path.removeprefix("/results/")
        with self.signing:
            signature = self.signatures.get(request.query.get("sig", "").rstrip("="))
            if not signature or signature[0] != name or signature[1] <= 0:
                return Answer(403, [("Content-Type", "application/xml")], REFUSED)
            signature[1] -= 1
        blob = self.blobs.get(name)
        if not blob:
            return Answer(404, [("Content-Type", "application/xml")], b"<Error><Code>BlobNotFound</Code></Error>")
        headers = [("Content-Type", blob.content_type), ("Accept-Ranges", "bytes")]
        if self.etags:
            headers.append(("ETag", blob.etag))
        if blob.disposition:
            headers.append(("Content-Disposition", blob.disposition))
        wanted = request.header("range")
        if not wanted or not self.ranges:
            return Answer(200, headers, blob.content)
        if request.header("if-match") not in (None, blob.etag):
            return Answer(412, headers[:1], b"<Error><Code>ConditionNotMet</Code></Error>")
        first = int(wanted.removeprefix("bytes=").rstrip("-"))
        if first >= len(blob.content):
            return Answer(416, [("Content-Range", f"bytes */{len(blob.content)}")], b"")
        headers.append(("Content-Range", f"bytes {first}-{len(blob.content) - 1}/{len(blob.content)}"))
        return Answer(206, headers, blob.content[first:])
