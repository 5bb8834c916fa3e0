"""Chromium without a screen, controlled over its debugging pipe: no library, no port."""

import base64
import collections
import fcntl
import json
import os
import selectors
import struct
import subprocess
import zlib

SECONDS_OF_PATIENCE = 120


class Browser:
    """One page in a browser with a profile in `directory`. Faults of scripts, and what a policy forbids, are collected."""

    def __init__(self, program, directory):
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]

        def as_the_pipe_it_expects():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        arguments = [program, "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars",
                     "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking",
                     "--force-color-profile=srgb", f"--user-data-dir={directory}/profile", "about:blank"]
        if os.geteuid() == 0:
            arguments.insert(1, "--no-sandbox")  # which does not work for root
        self.process = subprocess.Popen(arguments, preexec_fn=as_the_pipe_it_expects, pass_fds=(3, 4),
                                        env={**os.environ, "HOME": directory}, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (*ends, to_browser, from_browser):
            os.close(end)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.faults = []
        self.loaded = False
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)

    def read(self):
        """The next message."""
        while b"\0" not in self.buffer:
            with selectors.DefaultSelector() as selector:
                selector.register(self.answers, selectors.EVENT_READ)
                if not selector.select(SECONDS_OF_PATIENCE):
                    raise TimeoutError("the browser does not answer")
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                raise EOFError("the browser has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def take(self, message):
        method = message.get("method")
        if method == "Runtime.exceptionThrown":
            self.faults.append(message["params"]["exceptionDetails"])
        elif method == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            self.faults.append(message["params"]["entry"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def ask(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        text = json.dumps(command).encode() + b"\0"
        while text:
            text = text[os.write(self.commands, text):]
        while True:
            message = self.read()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.take(message)

    def open(self, path):
        self.loaded = False
        self.ask("Page.navigate", url=f"file://{path}")
        while not self.loaded:
            self.take(self.read())

    def value(self, expression):
        """Of an expression of JavaScript, or of what it promises."""
        result = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_until(self, expression):
        self.value(f"new Promise((done) => {{ const look = () => ({expression}) ? done() : setTimeout(look, 10); look(); }})")

    def rectangle(self, selector):
        """Of the first such element, in the window; (left, top, width, height) in pixels."""
        return self.value(f"""(() => {{
            const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return [box.left, box.top, box.width, box.height]; }})()""")

    def click(self, selector):
        self.value(f"""document.querySelector({json.dumps(selector)}).scrollIntoView(
                           {{block: 'center', inline: 'center', behavior: 'instant'}})""")
        left, top, width, height = self.rectangle(selector)
        where = {"x": left + width / 2, "y": top + height / 2, "button": "left", "clickCount": 1}
        self.ask("Input.dispatchMouseEvent", type="mousePressed", **where)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", **where)

    def type(self, selector, text):
        """Instead of what is in the field."""
        self.click(selector)
        self.value(f"document.querySelector({json.dumps(selector)}).select()")
        self.ask("Input.insertText", text=text)

    def color_scheme(self, name):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def window(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def screenshot(self, selector=None):
        """Of the window, or of the first such element."""
        options = {}
        if selector:
            left, top, width, height = self.value(f"""(() => {{
                const shown = document.querySelector({json.dumps(selector)});
                shown.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
                const box = shown.getBoundingClientRect();
                return [box.left + scrollX, box.top + scrollY, box.width, box.height]; }})()""")
            options["clip"] = {"x": left, "y": top, "width": width, "height": height, "scale": 1}
        return Picture(base64.b64decode(self.ask("Page.captureScreenshot", format="png", **options)["data"]))


class Picture:
    """Pixels of a PNG with 8 bits for each of red, green and blue, and perhaps opacity."""

    def __init__(self, png):
        self.png = png
        at, data = 8, b""
        while at < len(png):
            length, kind = struct.unpack_from(">I4s", png, at)
            if kind == b"IHDR":
                self.width, self.height, depth, color = struct.unpack_from(">IIBB", png, at + 8)
                if depth != 8 or color not in (2, 6):
                    raise ValueError(f"depth {depth}, color type {color}")
                self.step = 3 if color == 2 else 4
            elif kind == b"IDAT":
                data += png[at + 8:at + 8 + length]
            at += 12 + length
        self.rows = self.unfilter(zlib.decompress(data))

    def unfilter(self, data):
        rows, step, size = [], self.step, self.width * self.step
        above = bytes(size)
        for number in range(self.height):
            start = number * (size + 1)
            kind, row = data[start], bytearray(data[start + 1:start + 1 + size])
            if kind == 2:
                row = bytearray(map(lambda here, up: (here + up) & 255, row, above))
            elif kind != 0:
                for i in range(size):
                    left = row[i - step] if i >= step else 0
                    corner = above[i - step] if i >= step else 0
                    if kind == 1:
                        guess = left
                    elif kind == 3:
                        guess = (left + above[i]) // 2
                    else:
                        near = left + above[i] - corner
                        guess = min((left, above[i], corner), key=lambda value, near=near: abs(value - near))
                    row[i] = (row[i] + guess) & 255
            rows.append(row)
            above = row
        return rows

    def pixels(self):
        """How often there is each (red, green, blue)."""
        return collections.Counter(tuple(row[x:x + 3]) for row in self.rows for x in range(0, len(row), self.step))
