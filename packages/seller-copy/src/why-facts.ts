// The facts of an obstacle of a sign-in, read from an answer to `why`. Times and durations are
// formatted already.
import type { WhyCode } from '@latchkey/protocol/seller/why-answers.ts';
import { listIn, textIn, type Fields } from './fields.ts';
import type { Formats } from './formats.ts';

interface Computer {
  /** Empty if the program sent none. */
  readonly name: string;
  /** Empty if it is not known. */
  readonly id: string;
}

/** Each code has few of these facts. The others are empty. */
export interface WhyFacts {
  readonly user: string;
  /** The address that the service assumed. */
  readonly ip: string;
  readonly minhwid: string;
  readonly limit: string;
  readonly until: string;
  readonly nearest: string;
  readonly reason: string;
  readonly since: string;
  /** Label of the seller key; empty for the application's own key; null for the program. */
  readonly by: string | null;
  readonly key: string;
  readonly isIp: boolean;
  readonly computer: Computer;
  readonly bound: readonly Computer[];
  readonly allowed: string;
  readonly paused: readonly { readonly subscription: string; readonly left: string }[];
  readonly ended: readonly { readonly subscription: string; readonly end: string }[];
}

export type WhySentences = { readonly [Code in WhyCode]: (facts: WhyFacts) => string };

export function whyFacts(
  { user, ip }: Pick<WhyFacts, 'user' | 'ip'>,
  obstacle: Fields,
  { time, duration }: Formats,
): WhyFacts {
  const text = (name: string) => textIn(obstacle, name);
  const timeOf = (name: string) => (text(name) === '' ? '' : time(text(name)));
  const { by } = obstacle;
  return {
    user,
    ip,
    until: timeOf('until'),
    since: timeOf('since'),
    minhwid: text('minhwid'),
    limit: text('limit'),
    nearest: text('nearest'),
    reason: text('reason'),
    key: text('key'),
    allowed: text('allowed'),
    by: typeof by === 'string' ? by : null,
    isIp: text('what') === 'ip',
    computer: { name: text('computer'), id: shortId(text('device')) },
    bound: listIn(obstacle, 'computers').map((row) => ({
      name: textIn(row, 'name'),
      id: shortId(textIn(row, 'id')),
    })),
    paused: listIn(obstacle, 'subscriptions').map((row) => ({
      subscription: textIn(row, 'subscription'),
      left: duration(textIn(row, 'timeleft')),
    })),
    ended: listIn(obstacle, 'ended').map((row) => ({
      subscription: textIn(row, 'subscription'),
      end: time(textIn(row, 'expiry')),
    })),
  };
}

/** The start of a computer's id, which tells computers of the same name apart. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Returns the name and the id of a computer, or `missing` if both are unknown. */
export function computerText({ name, id }: Computer, missing: string): string {
  if (name === '') return id === '' ? missing : id;
  return id === '' ? name : `${name} (${id})`;
}
