// Every migration, oldest first by name. A name that a data folder has and this list lacks means: written by a newer version. The
// names stay for good, whatever their files are called: databases hold them.
import type { Migration } from 'kysely/migration';
import * as firstTables from './001-first-tables.ts';
import * as widerTables from './002-wider-tables.ts';
import * as newTables from './003-new-tables.ts';
import * as licenseBans from './004-license-bans.ts';
import * as grants from './005-grants.ts';
import * as foldedNames from './006-folded-names.ts';
import * as bans from './007-bans.ts';
import * as repeats from './008-repeats.ts';
import * as publicClients from './009-public-clients.ts';
import * as sessionVersions from './010-session-versions.ts';
import * as skeletons from './011-skeletons.ts';
import * as shortIds from './012-short-ids.ts';
import * as ordersAndSellerKeys from './013-orders-and-seller-keys.ts';
import * as knownKeys from './014-known-keys.ts';
import * as ownQueues from './015-own-queues.ts';
import * as keyNames from './016-key-names.ts';
import * as usersInParts from './017-users-in-parts.ts';
import * as sealed from './018-sealed.ts';
import * as applicationRevisions from './019-application-revisions.ts';
import * as releases from './020-releases.ts';
import * as jobs from './021-jobs.ts';
import * as lists from './022-lists.ts';
import * as retention from './023-retention.ts';
import * as releaseSizes from './024-release-sizes.ts';
import * as otherLists from './026-other-lists.ts';
import * as devicesInOrder from './027-devices-in-order.ts';
import * as endsInOrder from './028-ends-in-order.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-first-half': firstTables,
  '002-wider-tables': widerTables,
  '003-new-tables': newTables,
  '004-license-bans': licenseBans,
  '005-grants': grants,
  '006-folded-names': foldedNames,
  '007-bans': bans,
  '008-repeats': repeats,
  '009-public-clients': publicClients,
  '010-session-versions': sessionVersions,
  '011-skeletons': skeletons,
  '012-short-ids': shortIds,
  '013-orders-and-seller-keys': ordersAndSellerKeys,
  '014-known-keys': knownKeys,
  '015-own-queues': ownQueues,
  '016-key-names': keyNames,
  '017-users-in-parts': usersInParts,
  '018-sealed': sealed,
  '019-application-revisions': applicationRevisions,
  '020-releases': releases,
  '021-jobs': jobs,
  '022-lists': lists,
  '023-retention': retention,
  '024-release-sizes': releaseSizes,
  '026-more-lists': otherLists,
  '027-devices-in-order': devicesInOrder,
  '028-ends-in-order': endsInOrder,
};
