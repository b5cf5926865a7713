"""A host on loopback: threads, a record of every request, and faults that are queued for a path.

A handler takes a Request and gives an Answer. A fault stands in for the handler (status, headers, body), breaks the
connection before it, cuts the body, or changes it; each fault is used once.
"""

import http.server
import re
import socket
import ssl
import struct
import threading
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit


@dataclass
class Request:
    host: str
    method: str
    target: str
    headers: list
    body: bytes = b""

    @property
    def path(self):
        return urlsplit(self.target).path

    @property
    def query(self):
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.target).query).items()}

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass
class Answer:
    status: int = 200
    headers: list = field(default_factory=list)
    body: bytes = b""
    length: bool = True  # whether Content-Length tells the body's


@dataclass
class Fault:
    """One of: an answer in the handler's place, `reset` (no answer at all), `cut` (so many bytes of the body, then the
    connection ends), `change` (a function from the handler's answer to another)."""

    answer: Answer = None
    reset: bool = False
    cut: int = None
    change: object = None
    skip: int = 0  # requests that are let through before it


class Host:
    def __init__(self, name, handle, record, certificate=None):
        self.name, self.handle, self.record = name, handle, record
        self.faults = []
        self.lock = threading.Lock()
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 20

            def answer(self):
                owner.serve(self)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = answer

            def log_message(self, *arguments):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, request, address):
                pass  # a client that hangs up is part of the tests

        self.server = Server(("127.0.0.1", 0), Handler)
        self.scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            self.scheme = "https"
        self.url = f"{self.scheme}://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True, kwargs={"poll_interval": 0.02}).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def fault(self, where, **what):
        """Queues a Fault for requests whose "METHOD path" the pattern `where` takes as a whole."""
        with self.lock:
            self.faults.append((re.compile(where), Fault(**what)))

    def next_fault(self, request):
        name = f"{request.method} {request.path}"
        with self.lock:
            for i, (pattern, fault) in enumerate(self.faults):
                if not pattern.fullmatch(name):
                    continue
                if fault.skip > 0:
                    fault.skip -= 1
                    return None
                del self.faults[i]
                return fault
        return None

    def serve(self, wire):
        length = int(wire.headers.get("Content-Length") or 0)
        request = Request(self.name, wire.command, wire.path, list(wire.headers.items()), wire.rfile.read(length))
        self.record(request)
        fault = self.next_fault(request)
        if fault and fault.reset:
            reset(wire)
            return
        answer = fault.answer if fault and fault.answer else self.handle(request)
        if fault and fault.change:
            answer = fault.change(answer)
        wire.send_response_only(answer.status)
        for name, value in answer.headers:
            wire.send_header(name, value)
        body = b"" if answer.status in (204, 304) else answer.body
        if answer.length and answer.status != 304:
            wire.send_header("Content-Length", str(len(body)))
        cut = fault.cut if fault else None
        if not answer.length or cut is not None:
            wire.send_header("Connection", "close")
            wire.close_connection = True
        wire.end_headers()
        if wire.command != "HEAD":
            wire.wfile.write(body if cut is None else body[:cut])
        wire.wfile.flush()


def reset(wire):
    """Ends the connection with RST: the client gets no answer."""
    wire.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wire.close_connection = True
    try:
        wire.connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def unquoted(path):
    return [unquote(part) for part in path.strip("/").split("/")]
