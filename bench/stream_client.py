"""A client of `stiction view` with nothing but the standard library: it reads everything and draws nothing."""
import base64
import json
import os
import signal
import socket
import struct
import subprocess
import time


class Viewing:
    """The program `stiction view ...` while it runs, and one client of it."""

    def __init__(self, program, arguments, cpus=None):
        command = [program, "view", *arguments]
        if cpus:
            command = ["taskset", "-c", cpus, *command]
        begin = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = self.process.stdout.readline().strip()
        if not address:
            raise RuntimeError(f"{' '.join(command)} printed no address")
        self.seconds_to_address = time.monotonic() - begin
        self.address = address
        place, token = address.split("/#")
        host, port = place.removeprefix("http://").rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bytes = b""
        self.number = 0
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /stream HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {place}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.bytes:
            self._receive()
        self.bytes = self.bytes.split(b"\r\n\r\n", 1)[1]
        self.send({"type": "hello", "token": token})

    def _receive(self):
        part = self.socket.recv(1 << 20)
        if not part:
            raise RuntimeError("the server closed the connection")
        self.bytes += part

    def _take(self, count):
        parts, size = [self.bytes], len(self.bytes)
        while size < count:
            part = self.socket.recv(1 << 20)
            if not part:
                raise RuntimeError("the server closed the connection")
            parts.append(part)
            size += len(part)
        whole = b"".join(parts)
        self.bytes = whole[count:]
        return whole[:count]

    def send(self, message):
        """Sends a JSON object with a number of its own, which is returned."""
        self.number += 1
        self._write(1, json.dumps({**message, "id": self.number}).encode())
        return self.number

    def _write(self, kind, content):
        size = len(content)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 0x80 | 126]) + struct.pack(">H", size)
        self.socket.sendall(head + bytes(4) + content)  # masked with zeros

    def next(self):
        """The next message: a JSON object, or the bytes of a chunk."""
        while True:
            head = self._take(2)
            kind, size = head[0] & 15, head[1] & 127
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            content = self._take(size)
            if kind == 1:
                return json.loads(content)
            if kind == 2:
                return content
            if kind == 9:  # a ping: who does not answer is taken for gone
                self._write(10, content)
            if kind == 8:
                raise RuntimeError(f"the server closed the connection: {content[2:].decode(errors='replace')}")

    def next_json(self, kind):
        while True:
            message = self.next()
            if isinstance(message, dict) and message.get("type") == kind:
                return message

    def memory(self, what="VmHWM"):
        """Of the server: VmHWM its peak, VmRSS now [MB]."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith(what + ":"))

    def cpu_seconds(self):
        """CPU time of the server so far, all its threads."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.socket.close()
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]
