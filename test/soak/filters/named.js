// Filters that no test can miss, each with the reason, as the part says them: without them every answer is the same.

const onlyThoseAsked = 'fewer rows are read; those asked about are looked up in them';
const oneStep = 'what is meant is said beside it; this bounds how much one step takes';
const allGo = 'all of the application go; this bounds how much one step takes';
const ofOneApplication =
  'a user, and what is found by the id of one, is of one application; a second lock, and the index';
const atLeast = 'the number only has to be above those of the user, as one above everybody’s is';
const sealedOnce = 'what is sealed, and a mark, is of one application: no other has the same text';
const isOver =
  'the same statement says what is over, and whatever is over goes; this bounds how much one step takes';
const isFinal = 'what was delivered or given up stays so: no statement changes it any more';
const lockOnly = 'takes a row that it leaves as it is; without it all are held for that moment';
const onPostgresql =
  'asked of PostgreSQL alone, where session-ending.test.ts misses it: this part runs on SQLite';
const byChance = 'a claim is drawn by chance: no other request has the same';

/** By the name of a filter, see sites.js. */
export const named = new Map([
  [
    "src/service/seller/license-making.ts foldsTaken .where('keyFold', 'in', folds)",
    onlyThoseAsked,
  ],
  [
    "src/service/seller/access-lists.ts deletingKind .where('kind', '=', kind)",
    'both kinds are cleared away, one after the other',
  ],
  [
    "src/service/seller/access-lists.ts deletingKind .where('kind', '=', kind) (2)",
    'both kinds are cleared away, one after the other',
  ],
  ["src/service/seller/access-lists.ts deletingKind .where('data', 'in', listed)", allGo],
  ["src/service/seller/access-lists.ts passes .where('ip', 'in', ips)", allGo],
  [
    "src/service/seller/tokens.ts unusedOf .where('keyFold', 'in', folds.slice(at, at + inPart))",
    onlyThoseAsked,
  ],
  [
    "src/service/seller/pausing.ts subscriptionsOf .where('planId', 'in', (eb) => eb.selectFrom('plans').select('plans.id').where('plans.applicationId', '=', applicationId), )",
    ofOneApplication,
  ],
  [
    "src/service/seller/pausing.ts subscriptionsOf .where('plans.applicationId', '=', applicationId)",
    ofOneApplication,
  ],
  ["src/service/seller/subscriptions.ts passes .where('userId', 'in', among(db, ids))", oneStep],
  [
    "src/service/seller/license-listing.ts licenseListing .where('users.applicationId', '=', call.application.id)",
    ofOneApplication,
  ],
  [
    "src/service/seller/user-finding.ts licensesUsed .where('licenses.applicationId', '=', application.id)",
    ofOneApplication,
  ],
  [
    "src/service/users/ban-traces.ts removeTraces .where('applicationId', '=', application.id)",
    ofOneApplication,
  ],
  [
    "src/service/users/bans.ts setReason .where('applicationId', '=', applicationId)",
    ofOneApplication,
  ],
  [
    "src/service/users/tokens.ts tokensOf .where('licenses.applicationId', '=', application.id)",
    ofOneApplication,
  ],
  ["src/service/users/bans.ts writeBan .where('userId', '=', userId)", atLeast],
  [
    "src/service/host/secret-change.ts sealAnew .where('applicationId', '=', applicationId)",
    sealedOnce,
  ],
  [
    "src/service/host/secret-change.ts sealAddressesAnew .where('applicationId', '=', applicationId) (2)",
    sealedOnce,
  ],
  [
    "src/service/host/sealing.ts sealWebhooks .where('url', '=', url)",
    'no operation changes an address: whoever seals it at the same time has read the same one',
  ],
  ["src/service/host/seller-keys.ts hold .where('id', '=', id)", lockOnly],
  ["src/service/host/ended-sweep.ts remove .where('scope', 'in', keys)", isOver],
  ["src/service/host/ended-sweep.ts remove .where('request', 'in', keys)", isOver],
  ["src/service/host/ended-sweep.ts remove .where('tokenHash', 'in', keys)", isOver],
  ["src/service/host/ended-sweep.ts remove .where('userId', 'in', keys)", isOver],
  ["src/service/host/ended-sweep.ts find .where('status', '=', status)", onlyThoseAsked],
  ["src/service/host/ended-sweep.ts remove .where('status', '=', status)", isFinal],
  [
    "src/service/host/log-retention.ts withOldLines .whereRef('logs.applicationId', '=', 'applications.id')",
    onlyThoseAsked,
  ],
  [
    "src/service/host/log-retention.ts withOldLines .whereRef('auditLogs.applicationId', '=', 'applications.id')",
    onlyThoseAsked,
  ],
  ["src/service/host/log-retention.ts find .where('applicationId', '=', over.id)", onlyThoseAsked],
  [
    "src/service/host/log-retention.ts remove .where('applicationId', '=', over.id)",
    'the ids are lines of this application, see `find`; a second lock',
  ],
  ["src/service/repeats/once.ts write .where('request', '=', request)", byChance],
  ["src/service/repeats/once.ts drop .where('request', '=', request)", byChance],
  ['src/service/users/session-ending.ts endFound .where(meant)', onPostgresql],
  [
    "src/service/users/session-ending.ts endFound .where('idHash', 'in', among(db, hashes))",
    onPostgresql,
  ],
  [
    "src/service/http/ticket-session.ts sessionOf .where('sessions.applicationId', '=', ticket.applicationId)",
    'a session is found by the hash of its id, and is of one application; a second lock',
  ],
]);
