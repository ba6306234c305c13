// Builds and inserts the users of an import with all that belongs to them.
import { orderedId } from '../../ordered-ids.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import type { ImportedUser } from '@latchkey/protocol/seller/imports.ts';
import { inList } from '../../database/in-list.ts';
import { withFold } from '../../database/names.ts';
import type { Flag } from '../../database/schema-columns.ts';
import type { Transaction } from '../../database/schema.ts';
import { isBcrypt } from '../../secrets/bcrypt.ts';
import { skeletonOf } from '../../skeletons.ts';
import type { ImportedTime } from '../licenses/imported-time.ts';
import { storedFeatures } from '../subscriptions/stored-features.ts';
import { pauseWithApplication } from '../subscriptions/subscription-pauses.ts';
import { sealAddress } from '../users/mail-addresses.ts';
import { allowLegacyHashes } from '../users/user-identity.ts';
import type { ImportCall } from './row-states.ts';

export interface NewUserRow {
  readonly row: ImportedUser;
  readonly emailHash: string | null;
  readonly passwordHash: string;
  readonly nameIsKey: Flag;
  readonly passwordIsKey: Flag;
  readonly times: readonly (ImportedTime & { readonly planId: string })[];
}

/** Few statements for any number of users. Sends no webhooks. */
export async function insertUsers(
  db: Transaction,
  call: ImportCall,
  users: readonly NewUserRow[],
): Promise<void> {
  const { application, now } = call;
  const created = users.map((user) => ({ ...user, id: orderedId(unixMs(now * 1000)) }));
  const ids = created.map(({ id }) => id);
  const rows = created.map((user) => userRow(call, user));
  await inParts(rows, (part) => db.insertInto('users').values(part));
  await insertTimes(db, created);
  await insertDevicesAndBans(db, call, created);
  await pauseWithApplication(
    db,
    application,
    (eb) => eb.and([eb('subscriptions.userId', 'in', inList(db, ids))]),
    now,
  );
  if (users.some(({ passwordHash }) => isBcrypt(passwordHash)))
    await allowLegacyHashes({ db, application });
}

type Created = NewUserRow & { readonly id: string };

function userRow(
  call: ImportCall,
  { id, row, emailHash, passwordHash, nameIsKey, passwordIsKey }: Created,
) {
  const { username, email = '', cooldown = 0, banned = null } = row;
  return {
    id,
    applicationId: call.application.id,
    ...withFold('username', username),
    skeleton: skeletonOf(username),
    nameIsKey,
    passwordIsKey,
    passwordHash,
    emailHash,
    mailAddress: sealAddress(call, id, email),
    bannedReason: banned,
    totpStep: 0,
    features: importedFeatures(row, call.now),
    cooldownAt: cooldown > call.now ? cooldown : 0,
    createdAt: call.now,
  };
}

/** The features of the row that have not ended, as they are stored. */
export function importedFeatures({ features = [] }: ImportedUser, now: number): string | null {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  return storedFeatures([...byName.values()].filter(({ until = Infinity }) => until > now));
}

async function insertTimes(db: Transaction, created: readonly Created[]): Promise<void> {
  const times = created.flatMap(({ id: userId, times: list }) =>
    list.map(({ planId, ...time }) => ({ ...time, ids: { userId, planId } })),
  );
  const subscriptions = times.flatMap(({ subscription, ids }) =>
    subscription === null ? [] : [{ ...ids, ...subscription }],
  );
  await inParts(subscriptions, (part) => db.insertInto('subscriptions').values(part));
  const grants = times.flatMap(({ grants: list, ids }) =>
    list.map((grant) => ({ ...ids, ...grant })),
  );
  await inParts(grants, (part) => db.insertInto('grants').values(part));
}

/** Like `banUser` without the address, which is unknown. */
async function insertDevicesAndBans(
  db: Transaction,
  { application: { id: applicationId }, key, now }: ImportCall,
  created: readonly Created[],
): Promise<void> {
  const devicesOf = ({ id: userId, row }: Created) =>
    [...new Set(row.hwids)].map((hwid) => ({ userId, hwid }));
  const devices = created.flatMap(devicesOf).map((device) => ({ ...device, addedAt: now }));
  await inParts(devices, (part) => db.insertInto('devices').values(part));
  const banned = created.filter(({ row }) => typeof row.banned === 'string');
  const bans = banned.map(({ id: userId, row: { banned: reason } }) => ({
    ...{ userId, licenseKey: '', reason: reason ?? '', position: 1, withAddress: 0 as const },
    ...{ bannedAt: now, bannedBy: key.label ?? '' },
  }));
  await inParts(bans, (part) => db.insertInto('bans').values(part));
  const traces = banned.flatMap(devicesOf).map(({ userId, hwid: data }) => ({
    ...{ applicationId, kind: 'hwid' as const, data, userId, createdAt: now },
  }));
  await inParts(traces, (part) =>
    db
      .insertInto('blacklist')
      .values(part)
      .onConflict((conflict) => conflict.columns(['applicationId', 'kind', 'data']).doNothing()),
  );
}

/** SQLite allows 32 766 values in a statement. */
const maxRowsPerStatement = 1000;

async function inParts<Row>(
  rows: readonly Row[],
  insert: (part: readonly Row[]) => { readonly execute: () => Promise<unknown> },
): Promise<void> {
  for (let at = 0; at < rows.length; at += maxRowsPerStatement)
    await insert(rows.slice(at, at + maxRowsPerStatement)).execute();
}
