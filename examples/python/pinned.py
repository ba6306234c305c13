"""The service that this program believes. Fill it in before you give the program to anybody."""

SERVICE = dict(
    address="https://licenses.example.com",
    name="My App",
    owner_id="abcde12345",
    version="1.0",
    public_keys=["<64 hex characters>"],
)
