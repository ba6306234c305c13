// Filters that no test can miss, each with the reason, as the part says them: without them every answer is the same.

const onlyThoseAsked = 'fewer rows are read; those asked about are looked up in them';
const oneStep = 'what is meant is said beside it; this bounds how much one step takes';
const ofOneApplication =
  'a user, and what is found by the id of one, is of one application; a second lock, and the index';
const atLeast = 'the number only has to be above those of the user, as one above everybody’s is';
const byChance = 'a claim is drawn by chance: no other request has the same';

/** By the name of a filter, see sites.js. */
export const named = new Map([
  [
    "src/service/seller/license-making.ts foldsTaken .where('keyFold', 'in', folds)",
    onlyThoseAsked,
  ],
  [
    "src/service/seller/user-listing.ts ownedBetween .where('users.applicationId', '=', application.id)",
    onlyThoseAsked,
  ],
  [
    "src/service/seller/user-listing.ts firstDevicesBetween .where('users.applicationId', '=', application.id)",
    onlyThoseAsked,
  ],
  [
    "src/service/seller/access-lists.ts deletingKind .where('kind', '=', kind)",
    'both kinds are cleared away, one after the other',
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
  ["src/service/repeats/once.ts write .where('request', '=', request)", byChance],
  ["src/service/repeats/once.ts drop .where('request', '=', request)", byChance],
]);
