"""Verified client of a Latchkey license service, for Python 3.9 or newer with `cryptography`.

Each answer is verified before it is parsed: its Ed25519 signature over the raw bytes, then that it
belongs to this request, this operation and this application. The module prints nothing, keeps no
global state and never ends the process. docs/protect.md shows how to use it.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import math
import random
import re
import secrets
import socket
import ssl
import sys
import threading
import time
import zlib
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Callable, Iterator, Mapping, Optional, Sequence, Union
from urllib.parse import urlencode, urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MAX_BODY = 1024 * 1024
MAX_LINE = 64 * 1024
MAX_PASS = 16_384
MAX_PASS_SECONDS = 168 * 3600
FRESH_SECONDS = 120
BEHIND_SECONDS = 300
PASS_DOMAIN = b"latchkey-pass-v1\n"

_ADDRESS = re.compile(r"(https://[^/?#@\s\\:]+(:\d+)?|http://(127\.0\.0\.1|\[::1\])(:\d+)?)(/[^?#\s\\]*)?")
_KEY = re.compile(r"[0-9a-fA-F]{64}")
_SECONDS = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?")
# Anyone can sign with a key of small order. The highest bit is the sign of x.
_SMALL_ORDER = {
    "00" * 32,
    "01" + "00" * 31,
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ec" + "ff" * 30 + "7f",
    "ed" + "ff" * 30 + "7f",
    "ee" + "ff" * 30 + "7f",
}


class LicenseError(Exception):
    """A refusal or a fault. `reason` is stable; `message` is the service's text for people.

    kind is `refused` (the service said no), `network` (no service answered), `signature` (an answer,
    pass or file that must not be used), `clock` (this computer's clock is wrong) or `line` (the
    program was not started by its loader). Only `network` may let a program continue offline.
    """

    def __init__(self, kind: str, reason: str, message: str = "", retry_after: Optional[float] = None):
        super().__init__(message or reason)
        self.kind = kind
        self.reason = reason
        self.message = message
        self.retry_after = retry_after


Feature = Union[bool, int, float, str]


@dataclass(frozen=True)
class Subscription:
    name: str
    level: str
    expires: Optional[int]
    """Unix seconds, or None if unknown."""


@dataclass(frozen=True)
class Account:
    username: str
    subscriptions: Sequence[Subscription]
    offline_until: Optional[int] = None
    """Unix seconds, if no service answered and an offline pass was used."""
    features: Mapping[str, Feature] = field(default_factory=dict, hash=False)
    """What the user has, by name. A missing name means no."""


@dataclass(frozen=True)
class File:
    size: int
    sha256: str
    path: str


@dataclass(frozen=True)
class OfflinePass:
    username: str
    device_id: str
    subscriptions: Sequence[Subscription]
    issued: int
    until: int
    features: Mapping[str, Feature] = field(default_factory=dict, hash=False)
    """Those at the time of the check."""


@dataclass(frozen=True)
class Response:
    """`headers` has names in lower case, and `chunks` the decoded body in pieces."""

    status: int
    headers: Mapping[str, str]
    chunks: Iterator[bytes]
    close: Callable[[], None] = lambda: None


Transport = Callable[[str, Optional[bytes], float], Response]
"""Sends a POST with a form, or a GET without one, within seconds. Raises LicenseError of `network`."""


class Client:
    """A client with one session. It may be used by several threads."""

    def __init__(
        self,
        address: str,
        name: str,
        owner_id: str,
        version: str,
        public_keys: Sequence[str],
        *,
        device_id: Optional[str] = None,
        challenge: bool = True,
        timeout: float = 15.0,
        transport: Optional[Transport] = None,
        clock: Callable[[], float] = time.time,
    ):
        """Raises ValueError for an invalid option. `challenge=False` is for services without echo."""
        if not _ADDRESS.fullmatch(address):
            raise ValueError("address must be an https:// address without query; http:// only for 127.0.0.1 and [::1]")
        if not public_keys or not all(_KEY.fullmatch(key) for key in public_keys):
            raise ValueError("public_keys must be keys of 64 hex characters, at least one")
        self._keys = [bytes.fromhex(key) for key in public_keys]
        if any((key[:31] + bytes([key[31] & 0x7F])).hex() in _SMALL_ORDER for key in self._keys):
            raise ValueError("public_keys has a key with which anyone can sign, such as zeros")
        self._address = address.rstrip("/")
        self._name = name
        self._owner_id = owner_id
        self._version = version
        self._device_id = device_id
        self._uses_challenge = challenge
        self._timeout = timeout
        self._transport = transport or _send
        self._clock = clock
        self._new_challenge = lambda: secrets.token_urlsafe(32)
        self._lock = threading.Lock()
        self._session: Optional[str] = None
        self._newest = 0
        self._launched_offline = False
        self._pass: Optional[str] = None
        self.options: Mapping[str, str] = {}
        """What the user chose in the loader. Check each value: anyone can write the line."""
        self.line_features: Mapping[str, Feature] = {}
        """The features in the loader's line, before the first check. Anyone can write the line."""

    @classmethod
    def from_loader(cls, *args: Any, stdin: Optional[BinaryIO] = None, **options: Any) -> "Client":
        """Returns a client with the session of the loader's line on standard input.

        Takes the arguments of the constructor. Raises LicenseError of kind `line` without a valid
        line (`no-line`), or if the line is for another service (`other-service`).
        """
        client = cls(*args, **options)
        stream = stdin if stdin is not None else getattr(sys.stdin, "buffer", None)
        if stream is None or stream.isatty():
            raise LicenseError("line", "no-line")
        client._take_line(stream.read(MAX_LINE + 1))
        return client

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        """Forgets the session. It does not sign out."""
        self._session = None

    def login(self, username: str, password: str, code: Optional[str] = None) -> Account:
        """Signs in. Reason `code-needed` asks for a one-time code in `code`."""
        return self._sign_in("login", {"username": username, "pass": password, "code": code})

    def license(self, key: str, code: Optional[str] = None) -> Account:
        """Signs in with a license key alone. Its first use creates the user."""
        return self._sign_in("license", {"key": key, "code": code})

    def register(self, username: str, password: str, key: str, email: Optional[str] = None) -> Account:
        return self._sign_in("register", {"username": username, "pass": password, "key": key, "email": email})

    def trial(self, username: str, password: str) -> Account:
        """Creates a user with the free trial of the application, once for each computer."""
        return self._sign_in("trial", {"username": username, "pass": password})

    def redeem(self, username: str, key: str) -> Optional[int]:
        """Adds a key's time to a user, and returns the new end in unix seconds if it is known."""
        answer = self._call("upgrade", {"username": username, "key": key}, signs_in=True)
        redeemed = answer.get("redeemed")
        until = _seconds_or_none(redeemed.get("until")) if isinstance(redeemed, dict) else None
        return until if until is not None else _seconds_or_none(answer.get("expiry"))

    def check(self) -> Account:
        """Returns the signed-in user. If nothing answers, the loader's offline pass decides."""
        try:
            answer = self._call("check", {})
        except LicenseError as error:
            if error.kind != "network" or self._pass is None:
                raise
            offline = self.verify_pass(self._pass)
            return Account(offline.username, offline.subscriptions, offline.until, offline.features)
        try:
            return _account(answer)
        except LicenseError:
            return Account("", ())

    def logout(self) -> None:
        self._call("logout", {})
        self._session = None

    def variable(self, name: str) -> str:
        """Returns a variable of the application."""
        return _text(self._call("var", {"varid": name}), "message")

    def user_variable(self, name: str) -> str:
        return _text(self._call("getvar", {"var": name}), "response")

    def set_user_variable(self, name: str, value: str) -> None:
        self._call("setvar", {"var": name, "data": value})

    def log(self, message: str) -> None:
        self._call("log", {"message": message})

    def webhook(self, webhook_id: str, params: str = "", body: str = "", content_type: str = "") -> str:
        fields = {"webid": webhook_id, "params": params, "body": body, "conttype": content_type}
        return _text(self._call("webhook", {key: value or None for key, value in fields.items()}), "response")

    def ban(self, reason: str = "") -> None:
        """Bans the signed-in user, and this computer if it is bound to the user."""
        self._call("ban", {"reason": reason or None, "hwid": self._device_id})

    def file(self, file_id: str) -> File:
        answer = self._call("file", {"fileid": file_id})
        size = answer.get("size")
        if not _is_number(size) or size < 0 or size != int(size):
            raise _bad_reply()
        return File(int(size), _text(answer, "sha256"), _text(answer, "download"))

    def download(self, file_id: str, write: Callable[[bytes], object]) -> int:
        """Passes a file to `write` in pieces and returns its size.

        The content is verified at the end: discard what was written if this raises.
        """
        offered = self.file(file_id)
        if not re.match(r"/[^/\\]", offered.path):
            raise _bad_reply()
        size, digest = 0, hashlib.sha256()
        with closing(self._transport(self._address + offered.path, None, self._timeout)) as response:
            if _is_redirect(response):
                raise LicenseError("network", "captive-portal")
            if response.status != 200:
                raise LicenseError("network", "server-down") if response.status >= 500 else _bad_download()
            for chunk in response.chunks:
                size += len(chunk)
                if size > offered.size:
                    raise _bad_download()
                digest.update(chunk)
                write(chunk)
        if size != offered.size or digest.hexdigest() != offered.sha256.lower():
            raise _bad_download()
        return size

    def verify_pass(self, text: str) -> OfflinePass:
        """Returns the content of an offline pass for this application, computer and time."""
        parts = text.split(".")
        if len(text) > MAX_PASS or len(parts) != 2 or len(parts[1]) != 86:
            raise _bad_pass()
        content, signature = _from_base64url(parts[0]), _from_base64url(parts[1])
        if not any(_verifies(key, signature, PASS_DOMAIN + content) for key in self._keys):
            raise _bad_pass()
        found = _read_pass(_parse(content), self._name, self._owner_id, self._clock())
        if self._device_id is not None and found.device_id != self._device_id:
            raise LicenseError("signature", "other-device")
        now = self._clock()
        if now >= found.until:
            raise LicenseError("refused", "pass-expired")
        if now < found.issued - BEHIND_SECONDS:
            raise LicenseError("clock", "clock-behind")
        return found

    def watch(self, report: Callable[[Optional[Account], Optional[LicenseError]], object], every: float = 300.0) -> Callable[[], None]:
        """Checks in a background thread, and calls `report` after each check.

        `every` is in seconds, and varies by a fifth, so that programs do not ask together. Returns a
        function that stops the checks. What a failure means is for the program to decide.
        """
        stopped = threading.Event()

        def run() -> None:
            while not stopped.wait(every * random.uniform(0.8, 1.2)):
                account, failure = None, None
                try:
                    account = self.check()
                except LicenseError as error:
                    failure = error
                if not stopped.is_set():
                    report(account, failure)

        threading.Thread(target=run, name="latchkey-watch", daemon=True).start()
        return stopped.set

    def _take_line(self, data: bytes) -> None:
        line = _parse(data) if len(data) <= MAX_LINE else None
        if data.startswith(b"\xef\xbb\xbf") or line is None or not _is_line(line):
            raise LicenseError("line", "no-line")
        offered = {line["publicKey"], *line.get("publicKeys", [])} if line["publicKey"] is not None else set()
        shares_key = any(bytes.fromhex(key) in self._keys for key in offered)
        same = line["baseUrl"].rstrip("/") == self._address and line["name"] == self._name
        if not (same and line["ownerid"] == self._owner_id and line["challenge"] == "required" and shares_key):
            raise LicenseError("line", "other-service")
        self._session = line["sessionid"]
        self._launched_offline = self._session is None
        self._pass = line.get("offline")
        self.options = line.get("options", {})
        self.line_features = _features(line.get("features"))

    def _sign_in(self, operation: str, fields: Mapping[str, Optional[str]]) -> Account:
        return _account(self._call(operation, {**fields, "hwid": self._device_id}, signs_in=True))

    def _call(self, operation: str, fields: Mapping[str, Optional[str]], signs_in: bool = False) -> dict:
        if self._launched_offline:
            raise LicenseError("network", "unreachable")
        session = self._open()
        try:
            return self._exchange(operation, {**fields, "sessionid": session})
        except LicenseError as error:
            if error.reason != "session-gone":
                raise
            with self._lock:
                if self._session == session:
                    self._session = None
            if not signs_in:
                raise
        return self._exchange(operation, {**fields, "sessionid": self._open()})

    def _open(self) -> str:
        with self._lock:
            if self._session is None:
                session = _text(self._exchange("init", {"ver": self._version}), "sessionid")
                if not 1 <= len(session) <= 200:
                    raise _bad_reply()
                self._session = session
            return self._session

    def _exchange(self, operation: str, fields: Mapping[str, Optional[str]]) -> dict:
        challenge = self._new_challenge() if self._uses_challenge else None
        ids = ",".join(hashlib.sha256(key).hexdigest()[:16] for key in self._keys[:3])
        common = {"type": operation, "name": self._name, "ownerid": self._owner_id, "challenge": challenge, "keys": ids}
        form = urlencode({k: v for k, v in {**fields, **common}.items() if v is not None}).encode()
        not_before = self._newest
        with closing(self._transport(self._address + "/api/1.3/", form, self._timeout)) as response:
            if _is_redirect(response):
                raise LicenseError("network", "captive-portal")
            body = bytearray()
            for chunk in response.chunks:
                body += chunk
                if len(body) > MAX_BODY:
                    raise _bad_reply()
        return self._read(operation, challenge, not_before, response, bytes(body))

    def _read(self, operation: str, challenge: Optional[str], not_before: int, response: Response, body: bytes) -> dict:
        """SECURITY: signature over the raw bytes first, then JSON, freshness, application, content."""
        timestamp = response.headers.get("x-signature-timestamp")
        signature = response.headers.get("x-signature-ed25519")
        if timestamp is None or signature is None:
            raise _unsigned(response, body)
        if not re.fullmatch(r"[0-9]{1,13}", timestamp) or not re.fullmatch(r"[0-9a-fA-F]{128}", signature):
            raise _bad_signature()
        signed = timestamp.encode() + body
        if not any(_verifies(key, bytes.fromhex(signature), signed) for key in self._keys):
            raise _bad_signature()
        answer = _parse(body)
        if response.status >= 500:
            raise LicenseError("network", "server-down")
        if challenge is not None:
            sent = {"challenge": challenge, "type": operation, "name": self._name}
            if answer is None or any(answer.get(key) != value for key, value in sent.items()):
                raise _bad_signature()
        elif abs(self._clock() - int(timestamp)) > FRESH_SECONDS:
            raise LicenseError("clock", "clock-skew")
        elif int(timestamp) < not_before:
            raise _bad_signature()
        self._newest = max(self._newest, int(timestamp))
        return self._content(answer)

    def _content(self, answer: Optional[dict]) -> dict:
        if answer is None:
            raise _bad_reply()
        limited = "success" not in answer and answer.get("status") is False
        success = False if limited else answer.get("success")
        owner = answer.get("ownerid")
        if not isinstance(success, bool) or not (owner is None or isinstance(owner, str)):
            raise _bad_reply()
        if owner is not None and owner != self._owner_id:
            raise _bad_signature()
        if success:
            if owner is None:
                raise _bad_reply()
            return answer
        reason = answer.get("reason")
        reason = reason if isinstance(reason, str) and reason else "rate-limited" if limited else "refused"
        message, retry = answer.get("message"), answer.get("retryAfter")
        raise LicenseError(
            "refused", reason, message if isinstance(message, str) else "", retry if _is_number(retry) else None
        )


def _bad_signature() -> LicenseError:
    return LicenseError("signature", "bad-signature")


def _bad_reply() -> LicenseError:
    return LicenseError("signature", "bad-reply")


def _bad_download() -> LicenseError:
    return LicenseError("signature", "bad-download")


def _bad_pass() -> LicenseError:
    return LicenseError("signature", "pass-invalid")


def _unsigned(response: Response, body: bytes) -> LicenseError:
    """SECURITY: nothing in an unsigned answer is trusted; it only helps to name the fault."""
    if response.status == 407:
        return LicenseError("network", "proxy-auth")
    if response.status == 511:
        return LicenseError("network", "captive-portal")
    if response.status == 429 or response.status >= 500:
        return LicenseError("network", "server-down")
    start = body[:512].decode("utf-8", "replace").lstrip()
    if start.startswith(("{", "KeyAuth_")):
        return _bad_signature()
    is_page = start.startswith("<") or "text/html" in response.headers.get("content-type", "")
    return LicenseError("network", "captive-portal") if is_page and 200 <= response.status < 300 else _bad_reply()


def _is_redirect(response: Response) -> bool:
    return 300 <= response.status <= 399 and "location" in response.headers


def _verifies(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        return True
    except (InvalidSignature, ValueError):
        return False


def _parse(body: bytes) -> Optional[dict]:
    """Returns the JSON object, or None."""
    try:
        text = body.decode("utf-8-sig")
        if text.strip() == "KeyAuth_Invalid":
            return {"success": False, "reason": "app-unknown"}
        answer = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _is_number(value: object) -> bool:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer that no float holds
        return False


def _is_time(value: object) -> bool:
    return _is_number(value) and value == int(value) and 0 <= value < 2**53  # type: ignore[call-overload, operator]


def _text(answer: Mapping[str, object], name: str) -> str:
    value = answer.get(name)
    if not isinstance(value, str):
        raise _bad_reply()
    return value


def _seconds(value: object) -> Optional[int]:
    if value is None:
        return None
    if _is_number(value) or (isinstance(value, str) and _SECONDS.fullmatch(value)):
        return int(float(value))  # type: ignore[arg-type]
    raise _bad_reply()


def _seconds_or_none(value: object) -> Optional[int]:
    try:
        return _seconds(value)
    except LicenseError:
        return None


def _account(answer: Mapping[str, object]) -> Account:
    info = answer.get("info")
    if not isinstance(info, dict):
        raise _bad_reply()
    given = info.get("subscriptions")
    subscriptions = tuple(map(_subscription, [given] if isinstance(given, dict) else _list(given)))
    return Account(_text(info, "username"), subscriptions, features=_features(info.get("features")))


def _features(given: object) -> Mapping[str, Feature]:
    """Malformed features count as none."""
    if not isinstance(given, dict) or not all(isinstance(one, (bool, str)) or _is_number(one) for one in given.values()):
        return {}
    return given


def _features_at(found: Mapping[str, Any], now: float) -> Mapping[str, Feature]:
    """Features of a pass can end before it does."""
    changes = found.get("featureChanges", [])
    if not isinstance(changes, list):
        return {}
    features = found.get("features")
    for one in changes:
        if not isinstance(one, dict) or not _is_time(one.get("from")) or _features(one.get("features")) is not one.get("features"):
            return {}
        if one["from"] <= now:
            features = one["features"]
    return _features(features)


def _list(value: object) -> list:
    if not isinstance(value, list):
        raise _bad_reply()
    return value


def _subscription(given: object) -> Subscription:
    if not isinstance(given, dict):
        raise _bad_reply()
    level = given.get("level")
    if _is_number(level):
        level = f"{level:.15g}"
    if level is not None and not isinstance(level, str):
        raise _bad_reply()
    return Subscription(_text(given, "subscription"), level or "", _seconds(given.get("expiry")))


def _read_pass(found: Optional[dict], name: str, owner_id: str, now: float) -> OfflinePass:
    if found is None or not _is_number(found.get("v")) or found["v"] != 1:
        raise _bad_pass()
    subscriptions = found.get("subscriptions")
    listed = subscriptions if isinstance(subscriptions, list) else [None]
    is_valid = (
        all(isinstance(found.get(key), str) for key in ("name", "ownerid", "username", "hwid"))
        and found["hwid"] != ""
        and all(_is_time(found.get(key)) for key in ("issued", "until", "sequence"))
        and all(
            isinstance(one, dict)
            and isinstance(one.get("subscription"), str)
            and isinstance(one.get("level"), str)
            and _is_time(one.get("expiry"))
            for one in listed
        )
    )
    if not is_valid or found["until"] - found["issued"] > MAX_PASS_SECONDS:
        raise _bad_pass()
    # SECURITY: one key signs for all applications of a service.
    if found["name"] != name or found["ownerid"] != owner_id:
        raise _bad_pass()
    active = tuple(Subscription(one["subscription"], one["level"], int(one["expiry"])) for one in listed)
    features = _features_at(found, now)
    return OfflinePass(found["username"], found["hwid"], active, int(found["issued"]), int(found["until"]), features)


def _is_line(line: Mapping[str, Any]) -> bool:
    def is_text(value: object) -> bool:
        return isinstance(value, str) and value != ""

    def is_key(value: object) -> bool:
        return isinstance(value, str) and _KEY.fullmatch(value) is not None

    keys, options, offline = line.get("publicKeys", []), line.get("options", {}), line.get("offline", "a")
    return (
        _is_number(line.get("v"))
        and line["v"] == 1
        and all(is_text(line.get(name)) for name in ("baseUrl", "name", "ownerid"))
        and re.match(r"https?://", line["baseUrl"]) is not None
        and "sessionid" in line
        and (is_text(line["sessionid"]) or (line["sessionid"] is None and "offline" in line))
        and is_text(offline)
        and "publicKey" in line
        and (line["publicKey"] is None or is_key(line["publicKey"]))
        and isinstance(keys, list)
        and all(is_key(key) for key in keys)
        and line.get("challenge") in ("required", "off")
        and line.get("method") in ("GET", "POST")
        and isinstance(options, dict)
        and all(isinstance(value, str) for value in options.values())
    )


def _from_base64url(text: str) -> bytes:
    """SECURITY: one pass has one spelling, so padding and unused bits are refused."""
    try:
        content = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise _bad_pass() from None
    if base64.urlsafe_b64encode(content).rstrip(b"=").decode() != text or text == "":
        raise _bad_pass()
    return content


def _send(url: str, form: Optional[bytes], timeout: float) -> Response:
    """The default transport: follows no redirects, stores no cookies and ignores proxies."""
    target = urlsplit(url)
    headers = {"Accept-Encoding": "identity" if form is None else "gzip"}
    connection = http.client.HTTPConnection(target.netloc, timeout=timeout)
    if target.scheme == "https":
        context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(target.netloc, timeout=timeout, context=context)
    if form is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    path = (target.path or "/") + (f"?{target.query}" if target.query else "")
    # The timeout of a socket is for one read, so a server could answer byte by byte for ever.
    expired = threading.Event()
    timer = threading.Timer(timeout, _interrupt, (connection, expired))
    timer.daemon = True

    def close() -> None:
        timer.cancel()
        connection.close()

    try:
        with _faults(expired, "unreachable", "tls"):
            connection.connect()
        timer.start()
        with _faults(expired):
            connection.request("GET" if form is None else "POST", path, form, headers)
            found = connection.getresponse()
    except LicenseError:
        close()
        raise
    if form is None:
        timer.cancel()  # a large file takes longer
    names = {name.lower(): value for name, value in found.getheaders()}
    return Response(found.status, names, _chunks(found, names, expired), close)


@contextmanager
def _faults(expired: threading.Event, lost: str = "interrupted", tls: str = "interrupted") -> Iterator[None]:
    try:
        yield
    except (OSError, http.client.HTTPException, zlib.error, ValueError) as error:
        if expired.is_set() or isinstance(error, socket.timeout):
            raise LicenseError("network", "timeout") from error
        if isinstance(error, ssl.SSLError):
            raise LicenseError("network", tls) from error
        if isinstance(error, (OSError, http.client.IncompleteRead)):
            raise LicenseError("network", lost) from error
        raise _bad_reply() from error


def _interrupt(connection: http.client.HTTPConnection, expired: threading.Event) -> None:
    expired.set()
    try:
        connection.sock.shutdown(socket.SHUT_RDWR)
    except (OSError, AttributeError):
        pass  # already closed


def _chunks(
    found: http.client.HTTPResponse, headers: Mapping[str, str], expired: threading.Event
) -> Iterator[bytes]:
    encoding = headers.get("content-encoding", "identity").strip().lower()
    unzip = zlib.decompressobj(31) if encoding in ("gzip", "x-gzip") else None
    while True:
        with _faults(expired):
            chunk = found.read1(65_536)
            if not chunk and (found.length or expired.is_set() or (unzip and not unzip.eof)):
                raise http.client.IncompleteRead(b"")
            if not chunk:
                return
            if unzip:
                chunk = unzip.decompress(chunk, MAX_BODY + 1)
        yield chunk
