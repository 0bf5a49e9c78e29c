"""Load `learn serve` with idle, half and aborted requests, slow readers and lost streams; ask beside them as one honest client.

Prints the 99th percentile of the honest client alone and beside the load, the memory and the descriptors of the server.
"""

from __future__ import annotations

import argparse
import json
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

BODY = json.dumps({"prompt": "Once upon a time", "max_tokens": 4, "seed": 1}).encode()
LONG = json.dumps({"prompt": "I think that", "max_tokens": 300, "temperature": 0, "stream": True}).encode()


class Server:
    """A `learn serve` on a free port."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "grader", "serve", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        port, key = re.search(r":(\d+)/#(\S+)", self.process.stdout.readline()).groups()  # type: ignore[union-attr]
        self.address = ("127.0.0.1", int(port))
        self._head = f"POST /v1/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n"

    def request(self, body: bytes, *, close: bool = True) -> bytes:
        """Return the bytes of a request."""
        ending = "Connection: close\r\n" if close else ""
        return f"{self._head}{ending}Content-Length: {len(body)}\r\n\r\n".encode() + body

    def ask(self) -> float:
        """Ask for a short text; return the seconds that it took."""
        start = time.monotonic()
        with socket.create_connection(self.address, 60) as connection:
            connection.sendall(self.request(BODY))
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
        return time.monotonic() - start

    def memory(self) -> int:
        """Return the resident memory in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024  # type: ignore[index]

    def descriptors(self) -> int:
        """Return the number of open descriptors."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


def burden(server: Server, kept: list[socket.socket], number: int) -> None:
    """Open one connection of the load: idle, half a head, half a body, aborted, a slow reader or a stream that is left."""
    connection = socket.create_connection(server.address, 60)
    kind = number % 6
    whole = server.request(LONG)
    if kind == 1:
        connection.sendall(whole[:40])
    elif kind in (2, 3):
        connection.sendall(whole[:-10])
    elif kind == 4:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(whole)
    elif kind == 5:
        connection.sendall(whole)
        connection.recv(100)
    if kind in (3, 5):
        connection.close()
    else:
        kept.append(connection)


def percentile(seconds: list[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(seconds, n=100)[98]


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--connections", type=int, default=1000, help="of the load (1000)")
    options.add_argument("--slow", type=int, default=40, help="of them that ask for a text (40)")
    options.add_argument("--asks", type=int, default=300, help="of the honest client, each time (300)")
    chosen = options.parse_args()
    server, kept = Server(), []
    alone = percentile([server.ask() for _ in range(chosen.asks)])
    memory, descriptors = server.memory(), server.descriptors()
    print(f"alone: p99 {alone * 1000:.0f} ms, {memory} MB, {descriptors} descriptors")

    def load() -> None:
        writing = 0
        for number in range(chosen.connections):
            asks = number % 6 in (4, 5)
            writing += asks
            burden(server, kept, number if not asks or writing <= chosen.slow else number % 3)

    loading = threading.Thread(target=load)
    loading.start()
    beside: list[float] = []
    most = most_open = 0
    while loading.is_alive() or len(beside) < chosen.asks:
        beside.append(server.ask())
        most, most_open = max(most, server.memory()), max(most_open, server.descriptors())
    p99 = percentile(beside)
    print(
        f"beside: p99 {p99 * 1000:.0f} ms ({p99 / alone:.1f} times), {most} MB (+{most - memory}), {most_open} descriptors"
    )
    time.sleep(65)
    print(f"a minute later, with {len(kept)} connections kept open by the clients: {server.descriptors()} descriptors")
    for connection in kept:
        connection.close()
    time.sleep(2)
    print(f"after they have closed them: {server.descriptors()} descriptors, {server.memory()} MB")
    server.process.terminate()
    server.process.wait()


if __name__ == "__main__":
    main()
