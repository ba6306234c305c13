// Classifies the users of an import. The dry run and the import share this function, so that both
// give the same states.
import { fold } from '@latchkey/protocol/fold.ts';
import type { ImportedUser } from '@latchkey/protocol/seller/imports.ts';
import { cappedDate } from '@latchkey/protocol/dates.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import type { Database } from '../../database/schema.ts';
import { importedHashKind } from '../../secrets/bcrypt.ts';
import { skeletonOf } from '../../skeletons.ts';
import { importedTime } from '../licenses/imported-time.ts';
import { emailHash } from '../users/emails.ts';
import { lookAlikeIn } from '../users/look-alikes.ts';
import { refuseUserName, warningText } from '../users/users.ts';
import { differenceOf, readKnown, type Known } from './known-users.ts';
import { importedFeatures, type NewUserRow } from './new-users.ts';
import { plansOf, type Plans } from './plans.ts';
import {
  problem,
  type ImportCall,
  type Parsed,
  type RowProblem,
  type RowState,
} from './row-states.ts';

/** The hash for a row that has only a password, or none. */
export type HashOf = (row: ImportedUser) => string;

interface Judging extends ImportCall {
  readonly plans: Plans;
  readonly known: Known;
  readonly hashOf: HashOf;
}

/** Adds the users that would be created to `known`, so that later rows find them. */
export async function judgeUsers(
  db: Database,
  call: ImportCall,
  parsed: readonly Parsed<ImportedUser>[],
  known: Known,
  hashOf: HashOf,
): Promise<{ readonly states: readonly RowState[]; readonly created: readonly NewUserRow[] }> {
  const users = parsed.flatMap((one) => ('row' in one ? [one.row] : []));
  const hashes = users.map(({ email = '' }) => emailHash(call.mailKey, email));
  await readKnown(db, call.application.id, known, {
    usernames: users.map(({ username }) => username),
    passwords: users.flatMap(({ password }) => password ?? []),
    emailHashes: hashes.filter((hash) => hash !== null),
    skeletons: users.map(({ username }) => skeletonOf(username)),
  });
  const judging = { ...call, plans: await plansOf(db, call), known, hashOf };
  const created: NewUserRow[] = [];
  const states = parsed.map((one): RowState => {
    if (!('row' in one)) return one;
    const judged = judge(judging, one.row);
    if ('state' in judged) return judged;
    const { username } = one.row;
    const warning = warningOf(known, username);
    created.push(judged);
    remember(known, judged, call.now);
    return { state: 'created', ...(warning !== undefined && { warning }) };
  });
  return { states, created };
}

function judge(judging: Judging, row: ImportedUser): NewUserRow | RowState {
  const { known, mailKey, hashOf } = judging;
  const { username, passwordHash, password, email = '' } = row;
  if (passwordHash !== undefined && password !== undefined)
    return problem('password', 'password-or-hash');
  if (passwordHash !== undefined && importedHashKind(passwordHash) === null)
    return problem('passwordHash', 'password-hash-invalid');
  const times = timesOf(judging, row);
  if ('state' in times) return times;
  const hash = emailHash(mailKey, email);
  const existing = known.byFold.get(fold(username));
  if (existing !== undefined) {
    if (existing.username !== username)
      return problem('username', 'spelled-otherwise', existing.username);
    const column = differenceOf(existing, row, { emailHash: hash, times, now: judging.now });
    return column === null ? { state: 'equal' } : problem(column, 'differs');
  }
  const refusal = refusalOf(judging, username);
  if (refusal !== null) return refusal;
  const settings = { sharedemails: judging.application.sharedEmails, ...judging.planned };
  const other = hash === null ? undefined : known.byEmail.get(hash);
  if (other !== undefined && settings.sharedemails !== 'allow')
    return problem('email', 'email-taken', other);
  const isKey = (text: string) => (known.keyFolds.has(foldKey(text)) ? 1 : 0);
  return {
    row,
    emailHash: hash,
    passwordHash: passwordHash ?? hashOf(row),
    nameIsKey: isKey(username),
    // Someone who signs in by a key has it as the password too.
    passwordIsKey: isKey(password ?? username),
    times,
  };
}

function refusalOf({ application, planned }: Judging, username: string): RowProblem | null {
  const { minusernamelength = application.minUsernameLength } = planned ?? {};
  const rules = { ...application, minUsernameLength: minusernamelength };
  const refusal = refuseUserName(rules, username, true);
  if (refusal === null) return null;
  const isShort = refusal.reason === 'username-too-short';
  return problem('username', isShort ? 'username-too-short' : 'username-reserved');
}

function timesOf(
  { plans, now }: Judging,
  { subscriptions = [] }: ImportedUser,
): NewUserRow['times'] | RowProblem {
  const times: NewUserRow['times'][number][] = [];
  for (const { subscription: name, seconds, paused: isPaused, ...given } of subscriptions) {
    const planId = plans.byName.get(fold(name));
    if (planId === undefined) return problem('subscriptions', 'subscription-unknown', name);
    if (times.some((time) => time.planId === planId))
      return problem('subscriptions', 'subscription-twice', name);
    const relative = seconds !== undefined && { since: now, expiry: cappedDate(now + seconds) };
    const time = importedTime({ ...given, ...relative, isPaused }, now);
    if (time === 'grants-too-short') return problem('subscriptions', time, name);
    times.push({ planId, ...time });
  }
  return times;
}

function warningOf({ bySkeleton }: Known, username: string): string | undefined {
  return warningText(username, lookAlikeIn(bySkeleton.get(skeletonOf(username)) ?? [], username));
}

function remember(
  known: Known,
  { row, emailHash: hash, passwordHash, times }: NewUserRow,
  createdAt: number,
): void {
  const { username, banned = null, hwids = [] } = row;
  known.byFold.set(fold(username), {
    username,
    emailHash: hash,
    passwordHash,
    bannedReason: banned,
    features: importedFeatures(row, createdAt),
    hwids,
    createdAt,
    times: new Map(
      times.flatMap(({ planId, subscription }) =>
        subscription === null ? [] : [[planId, subscription] as const],
      ),
    ),
  });
  if (hash !== null) known.byEmail.set(hash, username);
  const skeleton = skeletonOf(username);
  known.bySkeleton.set(skeleton, [...(known.bySkeleton.get(skeleton) ?? []), username]);
}
