"""A proxy that speaks CONNECT and nothing else; it records where it was asked to go."""

import socket
import socketserver
import threading


class Proxy:
    def __init__(self, refuse=False):
        self.targets, self.heads = [], []
        owner = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                head = b""
                while not head.endswith(b"\r\n\r\n"):
                    line = self.rfile.readline()
                    if not line:
                        return
                    head += line
                owner.heads.append(head)
                method, target = head.split(b" ")[:2]
                owner.targets.append(target.decode())
                if refuse or method != b"CONNECT":
                    self.wfile.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
                    return
                host, port = target.decode().rsplit(":", 1)
                with socket.create_connection((host, int(port)), timeout=20) as other:
                    self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                    back = threading.Thread(target=pump, args=(other, self.connection), daemon=True)
                    back.start()
                    pump(self.connection, other)
                    back.join(5)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, request, address):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True, kwargs={"poll_interval": 0.02}).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def pump(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass
