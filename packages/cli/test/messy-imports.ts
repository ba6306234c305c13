// Imports files with random problems, and compares the table of each import with its dry run.
import bcrypt from 'bcryptjs';
import { expect } from 'vitest';
import { randomNumbersFrom, seed } from '../../../test/support/random-numbers.ts';
import type { Bench, CliResult } from './support/cli.ts';

interface SectionResult {
  readonly section: string;
  readonly made: number;
  readonly there: number;
  readonly problems: readonly { readonly name: string; readonly reason: string }[];
}

export const sectionsIn = (result: CliResult) =>
  result.json()['sections'] as readonly SectionResult[];

const hash = bcrypt.hashSync('tea', 4);
const good = 'AAAAA-BBBBB-CCCCC';
const now = Math.floor(Date.now() / 1000);

/** The files share users and keys, so that rows exist already, with equal or other content. */
export async function importMessyFiles({ run }: Bench, count: number): Promise<void> {
  const random = randomNumbersFrom(seed);
  const pick: Pick = <T>(all: readonly T[]) => all[random(all.length)] as T; // within the list
  const makers = [userTable, keyTable, document];
  for (let at = 0; at < count; at += 1) {
    const stdin = makers[at % makers.length]?.(pick) ?? '';
    const dry = await run('import - --json --dry-run --without-passwords', { stdin });
    const done = await run('import - --json --without-passwords', { stdin });
    expect(dry.stderr).toBe('');
    expect(sectionsIn(done), `seed ${seed}\n${stdin}`).toEqual(sectionsIn(dry));
    const checked = done.json()['checked'] as readonly { differing: readonly string[] }[]; // as its type says
    expect(checked.flatMap(({ differing }) => differing)).toEqual([]);
    const again = await run('import - --json --dry-run --without-passwords', { stdin });
    const isNew = ({ section, made }: SectionResult) => section !== 'settings' && made > 0;
    expect(sectionsIn(again).filter(isNew), `seed ${seed}\n${stdin}`).toEqual([]);
  }
}

type Pick = <T>(all: readonly T[]) => T;

const lines = (make: () => string) => Array.from({ length: 8 }, make);
const addresses = ['', '', '', 'a@b.example', 'A@B.example', 'c@d.example', 'no address'];
const names = ['Anna', 'anna', 'ben', 'BEN ', 'ann\u0430', '#N/A', '', 'all', 'x'.repeat(71)];

function numbered(pick: Pick, start: string, count: number): string {
  return `${start}${pick(Array.from({ length: count }, (_, index) => index))}`;
}

function userTable(pick: Pick): string {
  const rows = lines(() =>
    [
      pick([...names, numbered(pick, 'user-', 99)]),
      pick([hash, hash, '', 'md5', hash.replace('$04', '$13')]),
      pick(addresses),
      pick(['Pro', 'Pro', 'pro', 'Gold']),
      pick(['30', '0', '1.5', 'soon', '']),
    ].join(','),
  );
  const firsts = rows.map((line) => line.split(',', 1)[0]);
  // A table whose lines of one user differ is refused as a whole.
  const distinct = rows.filter((_, at) => firsts[at] === '' || firsts.indexOf(firsts[at]) === at);
  return ['username,passwordHash,email,subscription,days', ...distinct].join('\n');
}

function keyTable(pick: Pick): string {
  const rows = lines(() =>
    [
      pick([good, good.toLowerCase(), 'short', '1.2E+9', numbered(pick, 'KEY-ABCDEF-', 99)]),
      pick(['30d', '30', '3600', 'soon', '0d']),
      pick(['1', '1', '9', '', '01']),
      pick(['', 'x'.repeat(70), 'note']),
    ].join(','),
  );
  return ['key,expires,level,note', ...rows].join('\n');
}

/** A document with several sections, some of which decide about rows of others. */
function document(pick: Pick): string {
  const times = [
    { expiry: now + 9999 },
    { expiry: now - 9999 },
    { timeleft: 500, paused: true },
    { timeleft: 500 },
    { expiry: '5d', since: now - 5 },
    { expiry: null, timeleft: 0, grants: [] },
    { expiry: now + 999_999, grants: [] },
    { expiry: 'soon' },
  ];
  const subscription = () => ({
    subscription: pick(['Pro', 'Gold', 'New', 'Max']),
    ...pick(times),
  });
  const users = Array.from({ length: 6 }, () => ({
    username: pick([...names, numbered(pick, 'user-', 99)]),
    passwordHash: pick([hash, undefined]),
    email: pick(addresses),
    banned: pick([null, '', 'shared', true, 'x'.repeat(100)]),
    hwid: pick([null, '', 'device-0123456789-abcdef', 'x'.repeat(513)]),
    cooldown: pick([undefined, now + 500, 'soon']),
    subscriptions: Array.from({ length: pick([0, 1, 1, 2]) }, subscription),
  }));
  const licenses = Array.from({ length: 6 }, () => ({
    key: pick([good, numbered(pick, 'KEY-ABCDEF-', 99)]),
    expires: pick([3600, '2592000', '30d', 0, -5, 1e14]),
    level: pick([1, '2', '7', undefined]),
    status: pick(['Used', 'Not Used', 'Banned', 'Sold', undefined]),
    usedby: pick([undefined, 'anna', 'user-1', 'nobody']),
    usedon: pick([undefined, now - 500, 'soon']),
    order: pick([undefined, '4711']),
  }));
  const subscriptions = [{ name: pick(['New', 'Other']), level: pick(['7', '8']) }];
  const settings = pick([undefined, { minusernamelength: 2 }, { sharedemails: 'refuse' }]);
  return JSON.stringify({
    ...{ format: 'latchkey-export', version: 1, settings },
    ...{ users, licenses, subscriptions },
  });
}
