"""A real browser without a window, driven over the WebDriver protocol (W3C); no package is needed for that."""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
DRIVERS = {"chromedriver": ["chromium", "chromium-browser", "google-chrome", "chrome"]}


def missing():
    """Why there is no browser to be driven, or None if there is one."""
    driver, browsers = next(iter(DRIVERS.items()))
    if shutil.which(driver) is None:
        return f"there is no {driver} (Debian's package is chromium-driver)"
    if not any(map(shutil.which, browsers)):
        return f"there is none of the browsers {', '.join(browsers)}"
    return None


class Browser:
    """A browser; a context that ends it."""

    def __enter__(self):
        driver, browsers = next(iter(DRIVERS.items()))
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        for line in self.process.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                break
        self.root = f"http://127.0.0.1:{found[1]}/session"
        options = {
            "binary": next(filter(None, map(shutil.which, browsers))),
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=1200,900", f"--user-data-dir={self.folder.name}"],
        }  # fmt: skip
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = self._call("POST", "", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        return self

    def __exit__(self, *error):
        self._call("DELETE", f"/{self.session}")
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=50) as answer:
            return json.load(answer)["value"]

    def _post(self, path, **body):
        return self._call("POST", f"/{self.session}{path}", body)

    def open(self, url):
        self._post("/url", url=url)

    def find(self, selector):
        return self._post("/element", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        self._post(f"/element/{self.find(selector)}/click")

    def type(self, selector, text):
        self._post(f"/element/{self.find(selector)}/value", text=text)

    def run(self, script):
        return self._post("/execute/sync", script=script, args=[])

    def drag(self, selector, x, y):
        """Presses the mouse in the middle of an element, moves it by some pixels and lets go."""
        self._pointer(selector, [{"type": "pointerDown", "button": 0},
                                 {"type": "pointerMove", "duration": 50, "origin": "pointer", "x": x, "y": y},
                                 {"type": "pointerUp", "button": 0}])  # fmt: skip

    def _pointer(self, selector, actions):
        origin = {ELEMENT: self.find(selector)}
        start = {"type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0}
        source = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": [start, *actions],
        }
        self._post("/actions", actions=[source])

    def wheel(self, selector, amount):
        """Turns the wheel over an element."""
        scroll = {"type": "scroll", "x": 0, "y": 0, "deltaX": 0, "deltaY": amount, "duration": 0,
                  "origin": {ELEMENT: self.find(selector)}}  # fmt: skip
        self._post("/actions", actions=[{"type": "wheel", "id": "wheel", "actions": [scroll]}])

    def errors(self):
        """What the page has complained about."""
        return [entry["message"] for entry in self._post("/se/log", type="browser") if entry["level"] == "SEVERE"]

    def screenshot(self):
        return base64.b64decode(self._call("GET", f"/{self.session}/screenshot"))
