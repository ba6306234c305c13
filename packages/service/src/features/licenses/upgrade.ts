// `upgrade`: redeems a license for a user by name (docs/protocol.md#redeeming). It verifies no
// password, so it never signs a session in.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { protocolTexts } from '@latchkey/protocol/reasons.ts';
import { maxUnixSeconds } from '@latchkey/protocol/units.ts';
import type { SessionCall } from '../../api/call.ts';
import { isStill } from '../../database/expressions.ts';
import {
  isNamed,
  looseKeys,
  withFold,
  typedKey,
  typedName,
  userOfTypedName,
} from '../../database/names.ts';
import { statement } from '../../database/statement.ts';
import type { InTransaction } from '../../database/transact.ts';
import { recordRedeem, recordRefusal } from '../history/history.ts';
import { emitEvent, emitFailure } from '../../outbound/events.ts';
import { firstPlanQuery, refuseSpent } from './licenses.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { knownUserQueryOf, selectKnownUser } from '../sessions/known-addresses.ts';
import { grantTime } from './ledger.ts';
import { budgetsOf, scopesOf, type Scopes } from '../../secrets/budgets.ts';
import { addressSpentUntil, spentUntil } from '../../secrets/spent-until.ts';
import { repeatWhenFree, waitForFreeSlot } from '../../secrets/undecided.ts';
import { withTriesLeft } from '../../secrets/tries-left.ts';
import { refuseWhenSpent, reserveWithin } from '../../secrets/wrong-secrets.ts';

type UpgradeRequest = RequestOf<'upgrade'>;

const maxAttempts = 3;
const attempt = { operation: 'upgrade' };

export async function upgrade(
  call: SessionCall,
  request: UpgradeRequest,
): Promise<Outcome<'upgrade'>> {
  return repeatWhenFree((waitsLeft) =>
    refuseWhenSpent(() =>
      call.idempotency.transact(call, (inside) =>
        redeemOrExplain({ ...inside, waitsLeft }, request),
      ),
    ),
  );
}

type UpgradeCall = InTransaction<SessionCall> & { readonly waitsLeft: number };

async function redeemOrExplain(
  call: UpgradeCall,
  request: UpgradeRequest,
): Promise<Outcome<'upgrade'>> {
  for (let left = maxAttempts; left > 0; left -= 1) {
    const redeemed = await redeem(call, request);
    if (redeemed !== null) return redeemed;
    const state = await readState(call, request);
    const other = state.status === null ? await otherSpelling(call, request) : null;
    // Claims the key in its stored spelling. The try counts only if there is no such key.
    if (other !== null) return redeemOrExplain(call, other);
    const refusal = await explainRefusal(call, request, state);
    if (refusal !== null) return refusal;
  }
  throw new Error('A license could neither be redeemed nor refused');
}

type Claim = Scopes & {
  readonly applicationId: string;
  readonly network: string;
  readonly sessionUserId: string | null;
  readonly knownSince: number;
  readonly key: string;
  readonly keyFold: string;
  readonly username: string;
  readonly usernameFold: string;
  readonly now: number;
};

/**
 * Claims with one conditional update, so that only one of several concurrent clients gets a row.
 */
const claim = statement((db, claimed: Claim) => {
  const { applicationId, key, keyFold, username, usernameFold, now } = claimed;
  const known = selectKnownUser(db, claimed, { exact: username, folded: usernameFold });
  const user = userOfTypedName(
    db,
    { id: applicationId },
    { exact: username, folded: usernameFold },
  );
  return db
    .updateTable('licenses')
    .set({ status: 'used', usedBy: user.select('users.id'), usedAt: now })
    .where('applicationId', '=', applicationId)
    .where(isNamed('licenses', { exact: key, folded: keyFold }))
    .where(isStill('status', 'unused'))
    .where((eb) =>
      eb.exists(firstPlanQuery(db, applicationId, eb.ref('licenses.level'), 'first.id')),
    )
    .where((eb) => eb.exists(user.select('users.id')))
    .where((eb) => eb(spentUntil(db, claimed, now, known), 'is', null))
    .returning((eb) => [
      'seconds',
      'level',
      'usedBy as userId',
      'key as license',
      user.select('users.username').as('name'),
      firstPlanQuery(db, applicationId, eb.ref('licenses.level'), 'first.id').as('planId'),
      firstPlanQuery(db, applicationId, eb.ref('licenses.level'), 'first.name').as('planName'),
    ]);
});

/** Returns null if the license could not be claimed. */
async function redeem(
  call: UpgradeCall,
  { key, username }: UpgradeRequest,
): Promise<Outcome<'upgrade'> | null> {
  const { db, session, now, ip } = call;
  const names = { ...withFold('key', key), ...withFold('username', username) };
  const scopes = scopesOf(call, { name: username });
  const claimed = { ...names, now, ...scopes, ...knownUserQueryOf(call) };
  const [row] = await claim(db, claimed);
  if (row === undefined) return null;
  const { userId, name, license, planId, planName, level, seconds } = row;
  if (userId === null || name === null || planId === null || planName === null)
    throw new Error('A license was claimed for nobody or nothing');
  const origin = { source: 'key', licenseKey: license } as const;
  // Together, so that PostgreSQL is waited for once.
  const [expiresAt] = await Promise.all([
    grantTime(db, { userId, planId }, origin, seconds, now),
    recordRedeem(call, userId, attempt),
  ]);
  await emitEvent(db, call, 'redeem', { username: name, ip, license, subscription: planName });
  const redeemed = { subscription: planName, level, seconds };
  const answer = { message: protocolTexts.upgraded, redeemed };
  if (expiresAt === null) return { ok: true, answer };
  const until = { ...redeemed, until: expiresAt };
  // SECURITY: anyone who redeems a key may see the new end, but only the user sees the previous
  // end.
  if (session.userId !== userId) return { ok: true, answer: { ...answer, redeemed: until } };
  // The previous end is unknown if the new end was limited to the year 9999.
  const before = expiresAt < maxUnixSeconds ? expiresAt - seconds : now;
  return {
    ok: true,
    answer: {
      ...answer,
      redeemed: before > now ? { ...until, before } : until,
      expiry: String(expiresAt),
    },
  };
}

/** Returns the request with the stored key, for a key that was sent without its dashes. */
async function otherSpelling(
  { db, application }: UpgradeCall,
  request: UpgradeRequest,
): Promise<UpgradeRequest | null> {
  const key = (await looseKeys(db, application.id, [request.key])).get(request.key);
  return key === undefined || key === request.key ? null : { ...request, key };
}

type State = Awaited<ReturnType<typeof readState>>;

/** Explains why nothing was claimed. Returns null if a claim would succeed now. */
async function explainRefusal(
  call: UpgradeCall,
  request: UpgradeRequest,
  state: State,
): Promise<Refusal | null> {
  const refusal = await refusalOf(call, request, state);
  if (refusal === null) return null;
  const { name, license } = state;
  const facts = { username: name ?? undefined, license: license ?? request.key };
  await emitFailure(call, 'redeem-failed', refusal, facts);
  const { userId } = state;
  const isProved = userId !== null && userId === call.session.userId;
  await recordRefusal(call, { userId, name: request.username, isProved }, attempt, refusal);
  return refusal;
}

async function refusalOf(
  call: UpgradeCall,
  { username }: UpgradeRequest,
  state: State,
): Promise<Refusal | null> {
  const { status, level, usedBy, userId, planId, isKnown } = state;
  const { address, own, all } = budgetsOf(call, { name: username, isKnown: isKnown !== null });
  const retryAfter = (state.spentUntil ?? 0) - call.now;
  const addressWait = (state.addressSpentUntil ?? 0) - call.now;
  // SECURITY: a spent budget of the address does not stop a known user, but a refusal would reveal
  // that the user is known here. A session that is signed in as the user learns nothing new.
  const isConcealed = userId === null || userId !== call.session.userId;
  if (call.waitsLeft > 0 && Math.max(addressWait, retryAfter) > 0)
    waitForFreeSlot(call.attempts, addressWait > 0 ? all : all.filter((one) => one !== address));
  if (addressWait > 0 && isConcealed) {
    if (retryAfter <= 0 && status === null) await reserveWithin(call.db, call, [own]);
    return refuse('rate-limited', { retryAfter: addressWait });
  }
  if (retryAfter > 0) return refuse('rate-limited', { retryAfter });
  // SECURITY: an unknown key counts as a guess, and so does an unknown user name. Concurrent
  // guesses are checked before they are counted, but keys are too long to be guessed that way.
  const countGuess = () => reserveWithin(call.db, call, addressWait > 0 ? [own] : all);
  if (status === null || level === null) {
    // SECURITY: the number comes from the budgets alone, whatever keys and users exist.
    return withTriesLeft(refuse('key-unknown'), await countGuess());
  }
  if (status !== 'unused') return refuseSpent(call, { status, level, usedBy });
  if (userId === null) {
    await countGuess();
    return refuse('user-unknown');
  }
  return planId === null ? refuse('no-plan-for-level') : null;
}

async function readState(call: UpgradeCall, { key, username }: UpgradeRequest) {
  const { db, application, now } = call;
  const { id } = application;
  const known = selectKnownUser(db, knownUserQueryOf(call), typedName(username));
  const scopes = scopesOf(call, { name: username });
  return db
    .selectFrom('applications')
    .leftJoin('licenses', (join) =>
      join
        .onRef('licenses.applicationId', '=', 'applications.id')
        .on(isNamed('licenses', typedKey(key))),
    )
    .leftJoin(
      userOfTypedName(db, application, typedName(username))
        .select(['users.id', 'username'])
        .as('user'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'licenses.status',
      'licenses.level',
      'licenses.usedBy',
      'licenses.key as license',
      'user.id as userId',
      'user.username as name',
      firstPlanQuery(db, id, eb.ref('licenses.level'), 'first.id').as('planId'),
      spentUntil(db, scopes, now, known).as('spentUntil'),
      addressSpentUntil(db, scopes, now).as('addressSpentUntil'),
      known.as('isKnown'),
    ])
    .where('applications.id', '=', id)
    .executeTakeFirstOrThrow();
}
