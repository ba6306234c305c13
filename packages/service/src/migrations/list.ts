// Lists all migrations in the order of their names. Released migrations never change: add a new
// one. Databases record the names, which stay even if a file is renamed. A name that is not in this
// list means that a newer version wrote the data.
import type { Migration } from 'kysely/migration';
import { up as firstTables } from './001-first-tables.ts';
import { up as widerTables } from './002-wider-tables.ts';
import { up as newTables } from './003-new-tables.ts';
import { up as licenseBans } from './004-license-bans.ts';
import { up as grants } from './005-grants.ts';
import { up as foldedNames } from './006-folded-names.ts';
import { up as bans } from './007-bans.ts';
import { up as repeats } from './008-repeats.ts';
import { up as publicClients } from './009-public-clients.ts';
import { up as sessionVersions } from './010-session-versions.ts';
import { up as skeletons } from './011-skeletons.ts';
import { up as shortIds } from './012-short-ids.ts';
import { up as ordersAndSellerKeys } from './013-orders-and-seller-keys.ts';
import { up as knownKeys } from './014-known-keys.ts';
import { up as ownQueues } from './015-own-queues.ts';
import { up as keyNames } from './016-key-names.ts';
import { up as usersInParts } from './017-users-in-parts.ts';
import { up as sealed } from './018-sealed.ts';
import { up as applicationRevisions } from './019-application-revisions.ts';
import { up as releases } from './020-releases.ts';
import { up as jobs } from './021-jobs.ts';
import { up as lists } from './022-lists.ts';
import { up as retention } from './023-retention.ts';
import { up as releaseSizes } from './024-release-sizes.ts';
import { up as otherLists } from './026-other-lists.ts';
import { up as devicesInOrder } from './027-devices-in-order.ts';
import { up as endsInOrder } from './028-ends-in-order.ts';
import { up as keyAccounts } from './030-key-accounts.ts';
import { up as turkishAndKeyFolds } from './031-turkish-and-key-folds.ts';
import { up as ordersAndPublicClients } from './032-orders-and-public-clients.ts';
import { up as seats } from './034-seats.ts';
import { up as ownAccount } from './035-own-account.ts';
import { up as recoveryCodes } from './036-recovery-codes.ts';
import { up as history } from './037-history.ts';
import { up as numbers } from './038-numbers.ts';
import { up as people } from './039-people.ts';
import { up as balances } from './040-balances.ts';
import { up as offlinePasses } from './041-offline-passes.ts';
import { up as desk } from './042-desk.ts';
import { up as listFilters } from './043-list-filters.ts';
import { up as sharedEmails } from './044-shared-emails.ts';
import { up as keysWithoutDashes } from './045-keys-without-dashes.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-first-half': { up: firstTables },
  '002-wider-tables': { up: widerTables },
  '003-new-tables': { up: newTables },
  '004-license-bans': { up: licenseBans },
  '005-grants': { up: grants },
  '006-folded-names': { up: foldedNames },
  '007-bans': { up: bans },
  '008-repeats': { up: repeats },
  '009-public-clients': { up: publicClients },
  '010-session-versions': { up: sessionVersions },
  '011-skeletons': { up: skeletons },
  '012-short-ids': { up: shortIds },
  '013-orders-and-seller-keys': { up: ordersAndSellerKeys },
  '014-known-keys': { up: knownKeys },
  '015-own-queues': { up: ownQueues },
  '016-key-names': { up: keyNames },
  '017-users-in-parts': { up: usersInParts },
  '018-sealed': { up: sealed },
  '019-application-revisions': { up: applicationRevisions },
  '020-releases': { up: releases },
  '021-jobs': { up: jobs },
  '022-lists': { up: lists },
  '023-retention': { up: retention },
  '024-release-sizes': { up: releaseSizes },
  '026-more-lists': { up: otherLists },
  '027-devices-in-order': { up: devicesInOrder },
  '028-ends-in-order': { up: endsInOrder },
  '030-key-accounts': { up: keyAccounts },
  '031-turkish-and-key-folds': { up: turkishAndKeyFolds },
  '032-orders-and-public-clients': { up: ordersAndPublicClients },
  '034-seats': { up: seats },
  '035-own-account': { up: ownAccount },
  '036-recovery-codes': { up: recoveryCodes },
  '037-history': { up: history },
  '038-numbers': { up: numbers },
  '039-people': { up: people },
  '040-balances': { up: balances },
  '041-offline-passes': { up: offlinePasses },
  '042-desk': { up: desk },
  '043-list-filters': { up: listFilters },
  '044-shared-emails': { up: sharedEmails },
  '045-keys-without-dashes': { up: keysWithoutDashes },
};
