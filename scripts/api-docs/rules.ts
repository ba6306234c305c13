// Introductions of docs/api.md, with the rules that apply to all operations of an API.

export const rules = `# HTTP API

<!-- Printed by "npm run docs" from packages/protocol. Change the source, not this file. -->

The service has two APIs. The **client API** is for programs on users' computers, which hold no secret. The **seller API** needs a
seller key, whose scope decides what it may do. \`openapi.json\` beside this file describes both for machines.
[protocol.md](protocol.md) explains the reasons.

## Common rules

### Requests

- The URLs are \`/api/1.3/\` (client) and \`/api/seller/\` (seller), with or without the final slash. The service never redirects.
- A request is a GET with a query, a POST with an urlencoded or multipart form, or a POST with a flat JSON object.
- \`type\` names the operation. A parameter that is given twice is refused.
- Prefer POST, because queries end up in the logs of proxies. A body has at most 64 KiB.
- JSON values are strings, numbers and booleans. Numbers stay as written. A large number with an exponent is refused.
- In queries and urlencoded forms, a \`%\` without two hex digits after it stands for itself.

If \`type\` is in the query, the service accepts any body, because shops post bodies of their own. It reads two values from such a
body, and only for \`add\`:

- \`data.quantity\` or \`data.order.quantity\`, if \`amount\` is missing;
- \`data.order.id\` or \`data.uniqid\`, if \`order\` is missing: text, or an integer of any length.

The setting \`unknownorders\` decides about bodies without an order number ([selling.md](selling.md#bodies-without-an-order-number)).

### Values

- Text is UTF-8. Bytes in another encoding are refused.
- The service trims parameters, line ends included, and normalises them to NFC. It never changes passwords.
- Control characters and lone surrogates are refused. Messages, notes and values may contain line ends and tabs.
- An empty optional parameter counts as missing, unless its operation gives the empty text a meaning.
- \`0\` and \`1\` can also be \`false\`, \`no\`, \`true\` and \`yes\`, in any case.
- Times are unix seconds. A whole number can also be written as \`1.0\`.

### Names

Users, subscriptions, channels, variables and license keys are found in any case, width and composition.
Otherwise the service uses the name that is equal after NFKC and Unicode case folding, if there is only one. Dashes, digits and
invisible characters of a key can differ too ([protocol.md](protocol.md#names)). Answers contain the
stored spelling. A new name is refused if it equals an existing one after folding.

### Answers

An answer is one JSON object. \`success\` says whether the operation succeeded, and \`message\` is text for people. New fields can be
added at any time, so ignore fields that you do not know.

## Client API

### Envelope

Every answer has \`success\`, \`code\`, \`message\` and \`ownerid\`. \`code\` is 68 for a success, else the status. \`ownerid\` is that of the
request. A success also has \`nonce\`, a fresh UUID. A failure has \`reason\`, a stable word. Decide by \`reason\`, because sellers can
change most texts.

### Status codes

| Outcome        | GET | POST                          |
| -------------- | --- | ----------------------------- |
| success        | 200 | 200                           |
| failure        | 400 | 200, with \`success: false\`    |
| rate limit     | 429 | 429                           |
| internal error | 500 | 500                           |

- A rate limit also has \`status: false\` and \`retryAfter\`, the seconds to wait. The header \`Retry-After\` repeats them.
- A wrong password or one-time code, or an unknown key, has \`triesLeft\` if 3 or fewer tries are left. At 0 it also has \`retryAfter\`.
- With the setting \`failurestatus=200\`, an application answers its failures with 200. Internal errors, overload, the general rate
  limit, an unknown application and an invalid seller key keep their status.

Pages of any origin may call the client API (\`Access-Control-Allow-Origin: *\`) and read the headers of the signature. OPTIONS is
answered with 204, unsigned.

### Signature

Every answer is signed with Ed25519, failures included. \`x-signature-timestamp\` is the time in unix seconds. \`x-signature-ed25519\`
is the signature, in 128 hex digits. It covers the text of the timestamp, followed directly by the raw body. Verify it before you
parse the body, with the public key that your program was built with. Errors of the HTTP parser are unsigned. Treat them as no
answer.

A test vector: the private key is the 32 bytes 00 to 1f, so the public key is
\`03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8\`. The timestamp is \`1700000000\`. The body is

\`\`\`text
{"success":true,"code":68,"message":"Upgraded successfully","nonce":"00000000-0000-4000-8000-000000000000","ownerid":"0123456789"}
\`\`\`

and the signature is

\`\`\`text
15f587d4e1d999d136e36506e920fc7e051c411c9caef36132c4109b41ca38ba8adcd8c03b24666156764d32ece410e085db13cb6334730eeb8af5874c2cf908
\`\`\`

### Signing keys

A service can change its signing key. Send \`keys\`, the ids of one to three public keys that you trust, separated by commas. An id is
the first 16 hex digits of the SHA-256 of the raw key. The active key signs if it is among them, else the newest key of the service
that is. Without \`keys\`, the oldest key that is not retired signs.

### Challenge

A signature does not say when, or for which request, an answer was made. Send \`challenge\`, made from 32 fresh random bytes, with
each request. The signed body echoes \`challenge\`, \`type\` and \`name\`. Accept an answer only if all three equal what you sent. One
key signs for all applications of a service. Without the check of \`name\`, an answer for a cheap application could open an expensive
one.

### Idempotency

HTTP stacks resend a request whose connection died. \`challenge\` is the idempotency key: operations marked _Idempotent_ are done once
for a challenge. A request with the same session, challenge, type and parameters within ten minutes gets the stored outcome of the
first one.

- A repeat that arrives while the first request is in flight waits for it.
- A stored sign-in is replayed only while the session is still signed in as that user.
- The same session and challenge with other parameters is \`bad-request\`.
- \`rate-limited\`, \`overloaded\` and \`internal\` are never stored, so you can retry them unchanged.
- Without a challenge, every request is new. Use a fresh challenge for each new action.

### Sessions

\`init\` returns a \`sessionid\`, which works for an hour. \`login\`, \`loginEmail\`, \`register\`, \`trial\` and \`license\` sign the session in, for six
hours by default. A ban, a pause or the end of the last subscription ends a signed-in session at its next use.

### Common parameters

\`type\`, and \`name\` and \`ownerid\` of the application, are required. \`challenge\` and \`keys\` are optional. All operations except \`init\`
also require \`sessionid\`.

### Failure reasons

Any operation can fail with `;

export const sellerRules = `## Seller API

### Seller requests

Every request needs \`sellerkey\` and \`type\`. Answers are not signed. A failure is 400, a rate limit 429 and an internal error 500.
\`format=text\` returns the message or value of a success as bare text. Failures are always JSON. \`latchkey call TYPE NAME=VALUE\` calls
any operation and keeps the seller key out of arguments and logs.

A change takes a random \`challenge\` of 16 to 64 characters. The same request with the same challenge changes nothing again within 24
hours, and gets the same answer ([protocol.md](protocol.md#repeated-changes)).

### Scopes

A seller key has one scope: \`all\`, \`sell\`, \`support\`, \`read\` or \`release\`. \`latchkey app keys\` creates keys. Keys from before scopes
have \`all\`. Each operation lists the scopes that may use it. Requests for all users (\`user=all\`) always need \`all\`.

Outside its scope, a key gets 400 with \`reason: "scope"\` and the needed scope in \`scope\`. The scopes \`support\` and \`read\` see only
the last four characters of unused license keys. [selling.md](selling.md) has recipes.

The key of a manager has the scopes of the manager's account, and the key of a reseller only operations with "Also resellers". They see
and change only what belongs to the reseller ([desk.md](desk.md#roles)).

### Second names

Some operations and parameters have second names, which other tools use. Different values under two names of one parameter count as
given twice.

### Pages

Lists return up to 10 000 rows. \`offset\` skips rows, \`limit\` sets the number of rows, and \`more: true\` says that more rows follow.

### Dry runs

With \`dryrun=1\`, an operation that has the parameter answers what it would do, and changes nothing. All other operations refuse it.
Read [protocol.md](protocol.md#dry-runs) before you send it to a service of an earlier version, which ignores it.

### Bulk operations

Operations on everything of a kind run in parts and answer when all parts are done. Examples are \`user=all\`, \`delallusers\`,
\`addtime\`, \`pauseapp\` and \`dellogs\`.

- They continue after a lost connection and after a restart of the service. Each row is changed once.
- Rows created meanwhile may or may not be included. The audit row is written with the last part.
- Repeating the request while it runs changes nothing. It succeeds with \`underway\` instead of its other fields.
  \`underway\` has the \`rows\` done so far and \`since\`, the start in unix seconds.
- Another bulk operation meanwhile fails with 429. Retry it later.

### Audit log

Every change leaves a row in the audit log, and so does every use of a key other than the application's own.
_Ours_ marks operations that no public source shows for other services of this API family.

### Failures of the seller API

A failure has a \`message\` and a \`code\`, which never change. Decide by \`code\`, because equal situations have one code and several
messages. Details can follow the message, after a full stop. Some codes have further fields
([protocol.md](protocol.md#failures-of-the-seller-api)).

An invalid parameter has the code \`parameter-missing\`, \`parameter-invalid\`, \`parameter-unknown\`, \`parameter-twice\` or
\`parameter-not-utf8\`, and its name in \`parameter\`. Any operation can also fail with:

`;
