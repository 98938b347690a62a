"""A terminal of a test's own, in which a command runs as if a person had started it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

from memo_client import PATIENCE, Silence, binary


class Terminal:
    """A command in a terminal of so many columns. `pipes` are the streams that are not the terminal's."""

    def __init__(self, *arguments, env, columns=80, program=None, **pipes):
        self.master, slave = pty.openpty()
        self.resize(columns)
        streams = {"stdin": slave, "stdout": slave, "stderr": slave} | pipes
        self.process = subprocess.Popen(
            [*(program or [binary()]), *arguments], env=env, preexec_fn=_take_terminal, **streams)
        os.close(slave)
        self.shown = ""

    def resize(self, columns):
        """Gives the terminal this width."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def type(self, keys):
        """Presses keys; Enter is a carriage return."""
        os.write(self.master, keys.encode())

    def wait_for(self, words):
        """Reads until these words stand on the screen, and returns all that was shown."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.shown:
            if time.monotonic() > deadline or not self._read(deadline - time.monotonic()):
                raise Silence(f"{words!r} was not shown, but {self.shown!r}")
        return self.shown

    def end(self):
        """Reads until the command ends; returns its exit code and all that was shown, with plain line ends."""
        deadline = time.monotonic() + PATIENCE
        while self._read(max(0, deadline - time.monotonic())):
            pass
        try:
            return self.process.wait(PATIENCE), self.shown.replace("\r\n", "\n")
        finally:
            os.close(self.master)

    def kill(self):
        """Ends the command at once; harmless if it has ended."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def _read(self, timeout):
        """Takes in what is shown; false once nothing more can come."""
        if not select.select([self.master], [], [], timeout)[0]:
            raise Silence(f"the command waits; it has shown {self.shown!r}")
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            # This is what Linux says where nobody has the terminal open any more.
            return False
        self.pending = getattr(self, "pending", b"") + data
        try:
            self.shown, self.pending = self.shown + self.pending.decode(), b""
        except UnicodeDecodeError:
            pass
        return bool(data)


def _take_terminal():
    """Makes the terminal on stdin, or else on stdout or stderr, the new process's own, so that Ctrl-C reaches it."""
    os.setsid()
    for descriptor in range(3):
        if os.isatty(descriptor):
            fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)
            return
