#!/usr/bin/env python3
"""A protected program: `main.py` for its loader, `main.py KEY` by hand. See docs/protect.md."""

import secrets
import sys
from pathlib import Path

from latchkey import Client, LicenseError
from pinned import SERVICE


def main() -> int:
    try:
        if len(sys.argv) > 1:
            client = Client(**SERVICE, device_id=device_id())
            account = client.license(sys.argv[1])
        else:
            client = Client.from_loader(**SERVICE)
            account = client.check()
    except LicenseError as error:
        if error.kind == "line":
            print("Start this program with its loader, or with a license key.", file=sys.stderr)
        else:
            print(f"Not licensed: {error.reason}", file=sys.stderr)
        return 1
    print(f"Hello {account.username}")
    if account.offline_until is None:
        print(f"The secret: {client.variable('secret')}")
    return 0


def device_id() -> str:
    """Returns a random text that stays the same on this computer."""
    file = Path.home() / ".my-app-device"
    if not file.exists():
        file.write_text(secrets.token_hex(32))
    return file.read_text()


sys.exit(main())
