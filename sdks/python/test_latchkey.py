"""Runs the client against the vectors and the live service of `npm run sdks`."""

import base64
import io
import json
import os
import sys
import traceback
from pathlib import Path

from latchkey import Account, Client, LicenseError, Response, _account, _features, _read_pass

VECTORS = Path(os.environ["LATCHKEY_VECTORS"])
SERVERS = json.loads(os.environ["LATCHKEY_SERVERS"])
LIVE = json.loads(os.environ["LATCHKEY_SERVICE"] or "null")
HTTPS = "https://licenses.example.com"
passed, failed = 0, []


def expect(name, found, *allowed):
    global passed
    if found in allowed:
        passed += 1
    else:
        failed.append(f"{name}: {found!r}, not {allowed!r}")


def outcome(work):
    """Returns reason, kind and value of what `work` does."""
    try:
        return ("ok", "", work())
    except LicenseError as error:
        return (error.reason, error.kind, "")
    except ValueError:
        return ("bad-options", "", "")
    except Exception:
        return (traceback.format_exc(), "", "")


def load(name):
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def text_of(account: Account) -> str:
    subscriptions = [f"{one.name}/{one.level}/{'' if one.expires is None else one.expires}" for one in account.subscriptions]
    return " ".join([account.username, *subscriptions])


OPERATIONS = {
    "init": lambda client: client._open(),
    "login": lambda client: text_of(client.login("anna", "secret")),
    "license": lambda client: text_of(client.license("KEY")),
    "trial": lambda client: text_of(client.trial("anna", "secret")),
    "register": lambda client: text_of(client.register("anna", "secret", "KEY")),
    "upgrade": lambda client: "" if (until := client.redeem("anna", "KEY")) is None else str(until),
    "check": lambda client: text_of(client.check()),
    "logout": lambda client: client.logout() or "",
    "var": lambda client: client.variable("x"),
    "getvar": lambda client: client.user_variable("x"),
    "setvar": lambda client: client.set_user_variable("x", "y") or "",
    "file": lambda client: "{0.size} {0.sha256}".format(client.file("x")),
    "log": lambda client: client.log("x") or "",
    "webhook": lambda client: client.webhook("x"),
    "ban": lambda client: client.ban("x") or "",
}


def run_answers():
    vectors = load("answers")
    for case in vectors["cases"]:
        headers = {"x-signature-timestamp": case["timestamp"], "x-signature-ed25519": case["signature"], "content-type": case["contentType"]}
        response = Response(case["status"], {k: v for k, v in headers.items() if v is not None}, iter([base64.b64decode(case["body"])]))
        client = Client(
            HTTPS, vectors["name"], vectors["ownerid"], "1.0", case["keys"].split(","),
            challenge=case["challenge"] is not None, transport=lambda *_: response, clock=lambda: case["now"],
        )  # fmt: skip
        client._new_challenge = lambda: case["challenge"]
        client._newest = case["newest"]
        client._session = None if case["type"] == "init" else "the-session"
        found = outcome(lambda: OPERATIONS[case["type"]](client))
        wanted = (case["result"], case["kind"], case["value"])
        # Libraries differ about some JSON; then only the result counts.
        expect(case["name"], found[0] if case["or"] else found, *((case["result"], case["or"]) if case["or"] else [wanted]))


def run_passes():
    vectors = load("passes")
    for case in vectors["cases"]:
        client = Client(
            HTTPS, vectors["name"], vectors["ownerid"], "1.0", case["keys"].split(","),
            device_id=case["device"], clock=lambda: case["now"],
        )  # fmt: skip
        expect(case["name"], outcome(lambda: client.verify_pass(case["pass"]).username), (case["result"], case["kind"], case["value"]))


def run_lines():
    vectors = load("lines")
    for case in vectors["cases"]:
        stdin = io.BytesIO(base64.b64decode(case["line"]))
        options = (vectors["address"], vectors["name"], vectors["ownerid"], "1.0", case["keys"].split(","))
        found = outcome(lambda: Client.from_loader(*options, stdin=stdin)._session or "")
        expect(case["name"], found, (case["result"], case["kind"], case["value"]))


def run_features():
    for case in load("features")["cases"]:
        content = case["content"]
        if case["source"] == "answer":
            found = _account({"info": content}).features
        elif case["source"] == "line":
            found = _features(content.get("features"))
        else:
            found = _read_pass(content, content["name"], content["ownerid"], case["now"]).features
        expect(case["name"], found, case["features"])
    account = _account({"info": {"username": "anna", "subscriptions": [], "features": {"export": True}}})
    expect("accounts can be in sets", len({account, account}), 1)
    expect("a number that no float holds", _features({"projects": 10**400}), {})
    expect("no line", Client("http://127.0.0.1:1", "n", "o", "1.0", ["a" * 64]).line_features, {})


def run_options():
    vectors = load("options")
    for case in vectors["cases"]:
        keys = case["keys"].split(",") if case["keys"] else []
        found = outcome(lambda: Client(case["address"], vectors["name"], vectors["ownerid"], "1.0", keys) and "")
        expect(case["name"], found[0], case["result"])


def run_http():
    vectors = load("http")
    for case in vectors["cases"]:
        client = Client(
            SERVERS[case["address"]] + case["path"], vectors["name"], vectors["ownerid"], "1.0", vectors["keys"].split(","),
            timeout=case["timeoutSeconds"],
        )  # fmt: skip
        if case["operation"] == "login":
            found = outcome(lambda: client.login(vectors["username"], vectors["password"]).username)
        else:
            found = outcome(lambda: str(client.download(vectors["file"], lambda _: None)))
        wanted = (case["result"], case["kind"], case["value"])
        expect(case["name"], found[0] if case["or"] else found, *((case["result"], case["or"]) if case["or"] else [wanted]))


def run_offline():
    """A pass decides only if nothing answers."""
    vectors = load("passes")
    case = vectors["cases"][0]
    line = {
        "v": 1, "baseUrl": HTTPS, "name": vectors["name"], "ownerid": vectors["ownerid"], "sessionid": None, "publicKey": case["keys"],
        "challenge": "required", "method": "GET", "offline": case["pass"],
    }  # fmt: skip
    for reason, kind, result in [
        ("unreachable", "network", "ok"),
        ("bad-signature", "signature", "bad-signature"),
        ("banned", "refused", "banned"),
        ("clock-skew", "clock", "clock-skew"),
    ]:

        def transport(*_, error=LicenseError(kind, reason)):
            raise error

        for session in [None, "the-session"]:
            stdin = io.BytesIO(json.dumps({**line, "sessionid": session}).encode())
            client = Client.from_loader(
                HTTPS, vectors["name"], vectors["ownerid"], "1.0", [case["keys"]],
                device_id=case["device"], clock=lambda: case["now"], transport=transport, stdin=stdin,
            )  # fmt: skip
            found = outcome(lambda: client.check().username)
            expect(f"a pass after {reason}, session {session}", found[0], "ok" if session is None else result)


def run_live():
    if LIVE is None:
        return

    def client():
        return Client(LIVE["address"], LIVE["application"], LIVE["ownerid"], LIVE["version"], LIVE["keys"].split(","), device_id=LIVE["device"])

    user, password, licenses = LIVE["username"], "correct horse ä", LIVE["licenses"]
    with client() as one:
        expect("live: register", one.register(user, password, licenses[0]).username, user)
        expect("live: check", one.check().username, user)
        expect("live: variable", one.variable(LIVE["variable"]), LIVE["value"])
        one.set_user_variable("theme", "dark ä&+%")
        expect("live: user variable", one.user_variable("theme"), "dark ä&+%")
        before = one.check().subscriptions[0].expires
        expect("live: redeem", one.redeem(user, licenses[1]) > before, True)
        written = io.BytesIO()
        expect("live: download", one.download(LIVE["file"], written.write), LIVE["size"], len(written.getvalue()))
        one.log("tested")
        expect("live: webhook", outcome(lambda: one.webhook("none"))[0], "webhook-unknown")
        expect("live: used key", outcome(lambda: one.redeem(user, licenses[0]))[0], "key-used")
        one.logout()
        expect("live: after logout", outcome(one.check)[:2], ("not-signed-in", "refused"))
        expect("live: wrong password", outcome(lambda: one.login(user, "wrong"))[:2], ("bad-credentials", "refused"))
        expect("live: login", one.login(user, password).username, user)
        expect("live: license", one.license(licenses[2]).username, licenses[2])
        one.ban("tested")
        expect("live: banned", outcome(lambda: one.login(licenses[2], licenses[2]))[0], "banned")


def run_watch():
    """The background check reports, and stops."""
    import threading

    reports, done = [], threading.Event()

    def transport(*_):
        raise LicenseError("network", "unreachable")

    client = Client(HTTPS, "My App", "abcde12345", "1.0", ["ab" * 32], transport=transport)

    def report(account, failure):
        reports.append((account, failure.reason))
        done.set()

    stop = client.watch(report, every=0.01)
    done.wait(20)
    stop()
    expect("watch", reports[0], (None, "unreachable"))


for run in [run_answers, run_passes, run_lines, run_features, run_options, run_http, run_offline, run_watch, run_live]:
    run()
print("\n".join(failed))
print(f"python: {passed} passed, {len(failed)} failed")
sys.exit(1 if failed else 0)
