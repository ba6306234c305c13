// Converts rows of a document to rows of the seller API's `importrows`.
import { isTrue, listIn, numberOf, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';

type Wire = Readonly<Record<string, unknown>>;

/** Hashes with a bcrypt cost above 12, which the service refuses because they are too slow. */
const expensiveBcrypt = /^\$2[aby]\$(?:1[3-9]|[2-9][0-9])\$/;

export function userRow(row: Row): Wire {
  const hash = textOf(row, 'passwordHash');
  const listed: readonly unknown[] = Array.isArray(row['hwids']) ? row['hwids'] : [row['hwid']];
  const hwids = listed.filter((hwid) => typeof hwid === 'string' && hwid !== '');
  const banned = row['banned'];
  return {
    username: textOf(row, 'username'),
    passwordHash: expensiveBcrypt.test(hash) ? undefined : hash || undefined,
    email: textOf(row, 'email') || undefined,
    hwids: hwids.length === 0 ? undefined : hwids,
    features: Array.isArray(row['features']) ? row['features'] : undefined,
    cooldown: whole(row, 'cooldown'),
    banned: banned === null || banned === undefined ? undefined : textOf(row, 'banned'),
    subscriptions: listIn(row, 'subscriptions', 'subscription').map(subscriptionRow),
  };
}

function subscriptionRow(sub: Row): Wire {
  const isPaused = isTrue(sub, 'paused');
  const timeleft = whole(sub, 'timeleft') ?? 0;
  const expiry = isPaused ? undefined : whole(sub, 'expiry');
  const hasEnded = !isPaused && expiry === undefined && timeleft <= 0;
  return {
    subscription: textOf(sub, 'subscription'),
    since: whole(sub, 'since'),
    grants: Array.isArray(sub['grants']) ? sub['grants'] : hasEnded ? [] : undefined,
    ...(isPaused && { paused: true, timeleft: Math.max(0, timeleft) }),
    expiry,
    ...(!isPaused && expiry === undefined && timeleft > 0 && { seconds: timeleft }),
  };
}

export function keyRow(row: Row): Wire {
  return {
    key: textOf(row, 'key'),
    level: textOf(row, 'level') || undefined,
    expires: whole(row, 'expires'),
    status: textOf(row, 'status') || undefined,
    usedby: textOf(row, 'usedby') || undefined,
    usedon: whole(row, 'usedon'),
    gendate: whole(row, 'gendate'),
    banned: textOf(row, 'banned') || undefined,
    note: textOf(row, 'note') || undefined,
    genby: textOf(row, 'genby') || undefined,
    order: textOf(row, 'order') || undefined,
  };
}

function whole(row: Row, field: string): number | undefined {
  const value = numberOf(row, field);
  return value === null ? undefined : Math.floor(value);
}

const lostFactorNote = 'without two-factor sign-in, whose secret is not in an export';
const lostPasswordNote =
  'without the password, whose bcrypt cost is above 12 (set a new one by e-mail or "latchkey users password")';

/** What a created user lost. */
export function lossesOf(row: Row): readonly string[] {
  const losses = [
    ...(expensiveBcrypt.test(textOf(row, 'passwordHash')) ? [lostPasswordNote] : []),
    ...(isTrue(row, 'twofactor') ? [lostFactorNote] : []),
  ];
  return losses.length === 0 ? [] : [`Created, but ${losses.join(' and ')}. Tell the user.`];
}
