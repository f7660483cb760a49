#!/usr/bin/env python3
"""Builds the site of the documentation: its links lead somewhere, and a browser that reads it asks nobody else."""
import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlparse

ROOT = Path(__file__).resolve().parents[2]
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}


class Page(HTMLParser):
    """The links, loaded files and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if attributes.get("id"):
            self.anchors.add(attributes["id"])
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag in LOADED and attributes.get(LOADED[tag]) and attributes.get("rel") != "canonical":
            self.loaded.append(attributes[LOADED[tag]])


class Guard(http.server.SimpleHTTPRequestHandler):
    """Serves the site with a policy that allows nothing from elsewhere; the browser reports what a page asks for."""
    reports = []

    def end_headers(self):
        self.send_header("Content-Security-Policy",
                         "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; report-uri /report")
        super().end_headers()

    def do_POST(self):
        self.reports.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="site-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        done = subprocess.run([ROOT / "tools" / "site", "build", cls.folder / "site"], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        cls.site = cls.folder / "site"
        cls.pages = {path: Page(path.read_text(encoding="utf-8")) for path in cls.site.rglob("*.html")}

    def test_every_link_leads_to_a_file_and_an_anchor(self):
        broken, count = [], 0
        for path, page in self.pages.items():
            if path.name == "404.html":  # its links start at the server's root
                continue
            for target in page.links + page.loaded:
                url = urlparse(target)
                if url.scheme or url.netloc:
                    continue
                count += 1
                file = (path.parent / unquote(url.path)).resolve() if url.path not in ("", ".") else path
                if file.is_dir():
                    file = file / "index.html"
                known = self.pages[file].anchors if file in self.pages else None
                if not file.exists() or (url.fragment and known is not None and unquote(url.fragment) not in known):
                    broken.append(f"{path.relative_to(self.site)}: {target}")
        self.assertGreater(count, 1000)
        self.assertEqual(broken, [])

    def test_pages_load_nothing_from_elsewhere(self):
        foreign = {target for page in self.pages.values() for target in page.loaded if urlparse(target).netloc}
        styles = [path for path in self.site.rglob("*.css")
                  if re.search(r"url\(['\"]?(https?:)?//|@import", path.read_text(encoding="utf-8"))]
        self.assertEqual((foreign, styles), (set(), []))

    def shown(self, name):
        """The page after its scripts have run, and the reports of the browser."""
        handler = functools.partial(Guard, directory=self.site)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            Guard.reports.clear()
            done = subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                 f"--user-data-dir={self.folder / 'profile'}", "--virtual-time-budget=5000", "--dump-dom",
                 f"http://127.0.0.1:{server.server_address[1]}/{name}"],
                env=dict(os.environ, HOME=str(self.folder)), capture_output=True, text=True, timeout=300)
            server.shutdown()
        return done.stdout, list(Guard.reports)

    @unittest.skipIf(shutil.which("chromium") is None, "needs chromium")
    def test_pages_in_a_browser_ask_nobody_else(self):
        for name in ("index.html", "reference/scene-format.html"):
            text, reports = self.shown(name)
            self.assertIn("md-content", text)
            self.assertEqual(reports, [])

    @unittest.skipIf(shutil.which("chromium") is None, "needs chromium")
    def test_a_page_that_asks_elsewhere_is_noticed(self):
        (self.site / "bad.html").write_text('<p>md-content</p><img src="http://elsewhere.invalid/picture.png">')
        self.addCleanup((self.site / "bad.html").unlink)
        self.assertIn("elsewhere.invalid", "".join(self.shown("bad.html")[1]))


if __name__ == "__main__":
    if shutil.which("mkdocs") is None:
        sys.exit("mkdocs is not installed; tools/setup site installs it")
    unittest.main()
