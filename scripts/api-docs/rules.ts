// The head of docs/api.md: what holds for every operation. The operations themselves are printed from the specification.

export const rules = `# The HTTP interface

<!-- Printed by "npm run docs" from packages/protocol. Change the source, not this file. -->

The service has two interfaces. The **client API** is for programs that users have; they hold no secret. The **seller API** is
for the seller alone: a seller key may do everything with the application, or what its scope says. \`openapi.json\` beside this file
says the same for machines.

## What holds for both

- Addresses: \`/api/1.3/\` (client) and \`/api/seller/\` (seller), with or without the slash at the end; there are no redirects.
- A request is a GET with a query, or a POST with an urlencoded or multipart form, or with a flat JSON object of texts, numbers and
  booleans. \`type\` names the operation. Prefer POST: queries end up in the logs of proxies. A parameter that is given twice is
  refused. At most 64 KiB. Where \`type\` is in the query, a body of any other kind may come along, as shops send it: nothing is read
  from it but, for \`add\`, \`data.quantity\` or \`data.order.quantity\` where \`amount\` is missing, and \`data.order.id\` or \`data.uniqid\`
  where \`order\` is.
- In queries and urlencoded forms, a \`%\` that is not followed by two hex digits is itself.
- Outer white space, line ends included, is no part of a parameter, and texts become NFC; passwords are taken as they are. Control
  characters inside and halves of surrogate pairs are refused.
- A parameter that may be left out is left out where it is empty, unless its operation says what an empty one means. \`0\` and \`1\` may
  also be \`false\`, \`no\`, \`true\` and \`yes\`, in any case.
- Names of users, subscriptions, channels and variables, and license keys, are found in any case, width and composition: the exact one
  first, else the only one that is the same after NFKC and Unicode case folding; where several are, only the exact spelling counts.
  Answers say the name as it is stored. Nothing new gets a name that is the same so.
- An answer is one JSON object, \`success\` says whether it was done, \`message\` holds a text for people. Other fields may be added at
  any time: ignore those you do not know.
- Times are unix seconds.

## The client API

**Envelope.** Every answer has \`success\`, \`code\` (68 for a success, else the status), \`message\`, \`ownerid\` (that of the request) and,
where it is a success, \`nonce\`: a fresh UUID. A failure has \`reason\`: a stable word. Decide by \`reason\`; the texts are the seller's
to change.

**Status.** A GET that fails answers 400, a POST that fails 200 with \`success: false\`; a rate limit is 429 and a fault 500 for both. A
rate limit also has \`status: false\` and says in \`retryAfter\` and in the header \`Retry-After\` how many seconds to wait. With the
setting \`failurestatus=200\` all of these are 200 but faults, and an application or seller key that is not known.

**Pages in browsers** may call the client API from any origin: \`Access-Control-Allow-Origin: *\`, the headers of the signature are
exposed, OPTIONS is answered 204 without a signature.
A wrong password or one-time code says in \`triesLeft\`, once they are 3 or fewer, how many more may be wrong before that; with the
last one also in \`retryAfter\` how many seconds to wait then.

**Signature.** Every answer is signed with Ed25519, errors included. \`x-signature-timestamp\` is the time in unix seconds as text, and
\`x-signature-ed25519\` the signature as 128 hex digits over the bytes of that text followed at once by the raw bytes of the body. Check
it before the body is parsed, against the public key that your program was built with. Answers that the HTTP parser refuses on its
own are not signed; treat them as no answer.

A test vector: the private key is the 32 bytes 00 to 1f, so the public key is
\`03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8\`; the timestamp is \`1700000000\`; the body is

\`\`\`text
{"success":true,"code":68,"message":"Upgraded successfully","nonce":"00000000-0000-4000-8000-000000000000","ownerid":"0123456789"}
\`\`\`

and the signature

\`\`\`text
15f587d4e1d999d136e36506e920fc7e051c411c9caef36132c4109b41ca38ba8adcd8c03b24666156764d32ece410e085db13cb6334730eeb8af5874c2cf908
\`\`\`

**Several keys.** While a service changes its key it signs by the one that you know: send \`keys\`, one to three ids of public keys that you
trust, joined by commas. An id is the first 16 hex characters of the SHA-256 of the raw key. The active key signs where it is among them, else the
newest that is; without \`keys\` the oldest that is not retired yet.

**Challenge.** A signature alone says nothing about when and for whom an answer was made. Send \`challenge\`, made from 32 fresh random
bytes, with each request: the signed body echoes it together with \`type\` and the application's \`name\`, letter for letter. Accept an
answer only where all three are those of the request: one key signs for all applications of a service, and whoever swaps the name on
the way would open a dear one with the answer of a cheap one.

**The same request twice.** Networks repeat a request whose connection died before its answer. Operations that are _done once for a
challenge_ answer such a repeat (the same session, challenge, type and parameters within ten minutes) with the outcome of the first, also
while that one is at work; the success of a sign-in only while the session is still signed in as that user. The same session and
challenge with anything else is \`bad-request\`. So take a fresh challenge for everything that is meant to be done anew, and let
\`rate-limited\` and \`internal\` be tried again as they are: they are never kept. Without a challenge every request is a new one.

**Sessions.** \`init\` gives a \`sessionid\` that lives for an hour; \`login\`, \`register\` and \`license\` sign it in, for six hours unless
the seller changed that. A ban, a pause or the end of the subscription ends it at its next use.

**Parameters of every operation:** \`type\`, \`name\` and \`ownerid\` of the application, \`challenge\` and \`keys\` (may be left out); all but
\`init\` also take \`sessionid\`.

**Any operation may fail with:** `;

export const sellerRules = `## The seller API

Every request has \`sellerkey\` and \`type\`. Answers are not signed. A failure is 400 with the message as its only sign, a rate limit 429,
a fault 500. \`format=text\` gives bare text in place of JSON where it is done: the message, or what the operation names; a failure is
always JSON. The command line
\`latchkey call TYPE NAME=VALUE\` speaks to all of it and keeps the key out of arguments and logs.

**Scopes.** A seller key has one scope: \`all\`, \`sell\`, \`support\`, \`read\` or \`release\`; \`latchkey app keys\` makes them, and those of before are
\`all\`. Each operation names the scopes that are enough beside \`all\`; what is for all users (\`user=all\`) needs \`all\` in any case. Outside of
them the answer is 400 with \`reason: "scope"\` and, in \`scope\`, the one that is needed. To \`support\` and \`read\`, keys that are not used yet show
their last four characters only. [selling.md](selling.md) has recipes.

Some operations and parameters have second names, which other tools use; they mean the same. A parameter that says different
things under two of its names is given twice, and refused.

Lists come in parts of up to 10 000 rows: \`offset\` leaves rows out, \`limit\` says how many, and \`more: true\` says that more follow.

What changes everything of a kind (\`user=all\`, \`delallusers\`, \`addtime\`, \`pauseapp\`, \`dellogs\` and their like) goes part by part, and is answered
when all is done. It goes on by itself whatever becomes of the connection, also after the service was killed and started again, and each row is
changed once; its row in the audit log is written with the last part. The same request while it is under way adds nothing: it succeeds with
\`underway\`, \`rows\` done so far \`since\` (Unix seconds), and none of its other fields. Another such operation meanwhile is 429, to be tried again.
Who comes while one is under way may be in it or not.

Every operation that changes something leaves a row in the audit log, and so does every use of a key that is not the application's own.
Some messages of failures are followed by a full stop and what is meant. *Ours* marks operations for which nothing public shows how other
services of this API family call them.

**Any operation may fail with:** `;
