"""Types what stands on standard input into an interactive bash on a terminal of its own, bracketed paste off.

Usage: pasteIntoBash.py FOLDER LOCALE. Ends with 0 when bash took a command after it, with 3 when it did not.
"""
import os
import pty
import select
import sys
import time

folder, locale = sys.argv[1:3]
text = sys.stdin.buffer.read()
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(folder)
    variables = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm", "LC_ALL": locale, "INPUTRC": "/dev/null", "PS1": "$ "}
    os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], variables)

seen = b""
end = time.monotonic() + 20


def until(word):
    global seen
    while word not in seen:
        if time.monotonic() > end:
            return False
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                return word in seen
    return True


def write(data):
    """Reads meanwhile: what is typed comes back, and neither side may wait for the other."""
    global seen
    while data and time.monotonic() < end:
        readable, writable, _ = select.select([terminal], [terminal], [], 0.1)
        if readable:
            seen += os.read(terminal, 65536)
        if writable:
            data = data[os.write(terminal, data[:256]) :]


write(b"bind 'set enable-bracketed-paste off'; echo rea''dy\n")
until(b"ready")
write(text + b"\necho do''ne\n")
took = until(b"done")
os.kill(pid, 9)
sys.stdout.buffer.write(seen)
sys.exit(0 if took else 3)
