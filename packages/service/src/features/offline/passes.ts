// Issues offline passes (docs/protocol.md#offline-passes). The caller has signed the user in or
// checked the session. A pass is recorded before it is sent, because its computer keeps its seat
// until the pass ends.
import { maxPassLength, type OfflinePass, passDomain } from '@latchkey/protocol/offline-pass.ts';
import type { Call, OwnedSubscription } from '../../api/call.ts';
import { statement } from '../../database/statement.ts';
import type { Database } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { deviceIdsOf } from '../devices/devices.ts';
import { allowedComputers } from '../devices/seats.ts';
import { holdsSeats, passesOfRemoved, runningPasses } from './held-seats.ts';
import { endOf } from '../subscriptions/grace.ts';
import { passFeatures } from '../subscriptions/features.ts';
import { isActive } from '../subscriptions/subscriptions.ts';

type PassCall = Pick<Call, 'application' | 'signers' | 'knownKeys' | 'now'> & {
  readonly db: Database;
};

export interface PassRequest {
  /** 1: the program asks for a pass. */
  readonly offline?: 0 | 1 | undefined;
  readonly hwid?: string | null | undefined;
}

/**
 * Returns the field `offline` of a success, which is missing if the application issues no passes.
 * SECURITY: without a device id there is no pass, because it would work on every computer.
 */
export async function offlineAnswer(
  call: PassCall,
  user: Pick<UserRow, 'id' | 'username' | 'features'>,
  owned: readonly OwnedSubscription[],
  { offline, hwid }: PassRequest,
): Promise<{ readonly offline?: string }> {
  const { application, now } = call;
  if (offline !== 1 || application.offlineHours === 0 || !hwid) return {};
  if (!(await isPassAllowed(call, user.id, owned, hwid))) return {};
  const active = owned.filter((one) => isActive(one, now));
  const until = Math.min(
    now + application.offlineHours * 3600,
    Math.max(now, ...active.map((one) => endOf(one, now) ?? 0)),
  );
  const sequence = await recordPass(call, user.id, hwid, until);
  const subscriptions = active.map((one) => ({
    subscription: one.subscription,
    level: one.level,
    expiry: endOf(one, now) ?? 0,
  }));
  const { name, ownerid } = application;
  const pass: OfflinePass = {
    v: 1,
    name,
    ownerid,
    username: user.username,
    hwid,
    subscriptions,
    issued: now,
    until,
    sequence,
  };
  // Many long features do not fit: then those that end before the pass end together, or there are
  // none.
  for (const maxChanges of [8, 1]) {
    const features = passFeatures(owned, user.features, { now, until, maxChanges });
    const signed = signPass(call, { ...pass, ...features });
    if (signed.length <= maxPassLength) return { offline: signed };
  }
  return { offline: signPass(call, pass) };
}

/**
 * With `passrelease=now`, removed computers and bound ones can be more than the subscriptions allow.
 * SECURITY: then the newest computers get no pass, so that no more passes run than are allowed.
 */
async function isPassAllowed(
  call: PassCall,
  userId: string,
  owned: readonly OwnedSubscription[],
  hwid: string,
): Promise<boolean> {
  const { db, application, now } = call;
  if (application.hwidLock === 0 || holdsSeats(application)) return true;
  const removed = passesOfRemoved(await runningPasses(call, userId), hwid);
  if (removed.length === 0) return true;
  const bound = await deviceIdsOf(db, userId);
  const passes = Math.max(allowedComputers(owned, now), bound.length) - removed.length;
  return bound.slice(0, Math.max(0, passes)).includes(hwid);
}

/** Returns the sequence of the pass. */
async function recordPass(
  { db, now }: PassCall,
  userId: string,
  hwid: string,
  until: number,
): Promise<number> {
  await db
    .deleteFrom('offlinePasses')
    .where('userId', '=', userId)
    .where('hwid', '!=', hwid)
    .where('endsAt', '<=', now)
    .execute();
  const [row] = await writePass(db, { userId, hwid, now, until });
  if (row === undefined) throw new Error('The offline pass was not recorded');
  return row.sequence;
}

type Writing = {
  readonly userId: string;
  readonly hwid: string;
  readonly now: number;
  readonly until: number;
};

/**
 * The sequence is the time, or one more than the last one. It increases even if the row was deleted
 * or an older database was restored.
 */
const writePass = statement((db, { userId, hwid, now, until }: Writing) =>
  db
    .insertInto('offlinePasses')
    .values({ userId, hwid, sequence: now, endsAt: until })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'hwid']).doUpdateSet((eb) => ({
        sequence: eb
          .case()
          .when('offlinePasses.sequence', '>=', now)
          .then(eb('offlinePasses.sequence', '+', 1))
          .else(now)
          .end(),
        endsAt: eb
          .case()
          .when('offlinePasses.endsAt', '>', until)
          .then(eb.ref('offlinePasses.endsAt'))
          .else(until)
          .end(),
      })),
    )
    .returning('sequence'),
);

function signPass({ signers, knownKeys }: PassCall, pass: OfflinePass): string {
  const json = Buffer.from(JSON.stringify(pass));
  const signature = signers
    .signerFor(knownKeys)
    .signBytes(Buffer.concat([Buffer.from(passDomain), json]));
  return `${json.toString('base64url')}.${Buffer.from(signature, 'hex').toString('base64url')}`;
}
