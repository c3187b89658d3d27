"""A screen that nobody sees, with a pane of glass on it that feels a finger.

Xorg shows it with its driver for no graphics card, and its driver for tests of input has the finger: over a socket,
in messages of fixed length, as the `inputtest` driver's own header describes them.
"""

import os
import shutil
import socket
import struct
import subprocess
import tempfile
from pathlib import Path

from tests.engines.driver import Point, Touch

WIDTH, HEIGHT = 1600, 1200
# The pane tells where a finger is by numbers up to this one, from edge to edge.
GLASS = 0xFFFF

CONFIGURATION = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "DontVTSwitch" "true"
EndSection
Section "InputDevice"
  Identifier "finger"
  Driver "inputtest"
  Option "SocketPath" "{folder}/finger"
  Option "DeviceType" "Touch"
EndSection
Section "InputDevice"
  Identifier "mouse"
  Driver "inputtest"
  Option "SocketPath" "{folder}/mouse"
  Option "DeviceType" "Pointer"
EndSection
Section "InputDevice"
  Identifier "keyboard"
  Driver "inputtest"
  Option "SocketPath" "{folder}/keyboard"
  Option "DeviceType" "Keyboard"
  Option "xkb_rules" "evdev"
EndSection
Section "Device"
  Identifier "nothing"
  Driver "dummy"
  VideoRam 32000
EndSection
Section "Monitor"
  Identifier "nowhere"
  HorizSync 5.0 - 1000.0
  VertRefresh 5.0 - 200.0
  Modeline "only" 22.04 {width} 1632 1712 1744 {height} 1229 1231 1261
EndSection
Section "Screen"
  Identifier "screen"
  Device "nothing"
  Monitor "nowhere"
  DefaultDepth 24
  SubSection "Display"
    Modes "only"
    Virtual {width} {height}
  EndSubSection
EndSection
Section "ServerLayout"
  Identifier "all"
  Screen "screen"
  InputDevice "mouse" "CorePointer"
  InputDevice "keyboard" "CoreKeyboard"
  InputDevice "finger"
EndSection
"""

# Kinds of messages: how both sides begin, a key, a finger, and the wish to hear when all that has been felt.
VERSION, SYNC, KEY, FINGER = 0, 1, 5, 6
SHIFT = 50
WHAT = {Touch.PRESS: 18, Touch.SLIDE: 19, Touch.LIFT: 20}
# How many axes a message may carry; two of them are used.
AXES = 64


class Screen:
    """An X server of its own, until it is closed."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="footwork-screen-"))
        configuration = self._folder / "xorg.conf"
        text = CONFIGURATION.format(folder=self._folder, width=WIDTH, height=HEIGHT)
        configuration.write_text(text, encoding="utf-8")
        told, tells = os.pipe()
        # The program itself: on Debian `Xorg` is a script that looks whether its user sits at the machine.
        program = shutil.which("Xorg", path="/usr/lib/xorg") or "Xorg"
        command = [program, "-displayfd", str(tells), "-config", str(configuration)]
        quiet = ["-logfile", str(self._folder / "log"), "-terminate", "-novtswitch", "-sharevts"]
        silent = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        self._process = subprocess.Popen([*command, *quiet, "-nolisten", "tcp"], pass_fds=[tells], **silent)
        os.close(tells)
        with os.fdopen(told) as number:
            self.display = f":{number.readline().strip()}"
        if self.display == ":":
            said = (self._folder / "log").read_text(encoding="utf-8")
            self._process.wait()
            raise RuntimeError(f"Xorg did not start: {said[-500:]}")
        self._finger, self._keyboard = self._connect("finger"), self._connect("keyboard")
        for is_down in (1, 0):
            # The screen learns where keys are from the keyboard whose key was pressed last.
            self._send(self._keyboard, struct.pack("=IIiI", 16, KEY, SHIFT, is_down))

    def _connect(self, device: str) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(self._folder / device))
        connection.sendall(struct.pack("=IIHH", 12, VERSION, 1, 0))
        connection.recv(12)
        return connection

    @staticmethod
    def _send(connection: socket.socket, message: bytes) -> None:
        """Send a message, and wait until it has had its effect."""
        connection.sendall(message + struct.pack("=II", 8, SYNC))
        connection.recv(8)

    def touch(self, what: Touch, at: Point) -> None:
        """Have the finger do this, and wait until the screen has felt it; points are those of the screen."""
        axes = [at.x / WIDTH * GLASS, at.y / HEIGHT * GLASS] + [0.0] * (2 * AXES - 2)
        which = bytes([0b11]) + bytes(AXES // 8 - 1)
        head = struct.pack("=IIIII8s4x", 32 + 16 * AXES, FINGER, 1, WHAT[what], 0, which)
        self._send(self._finger, head + struct.pack(f"={2 * AXES}d", *axes))

    def close(self) -> None:
        """Put the screen away."""
        self._finger.close()
        self._keyboard.close()
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
