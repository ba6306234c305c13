// Links of the loader's own scheme: the requests they may contain. Everything else in them is
// rejected, because anyone can write such links.
import { describe, expect, it } from 'vitest';
import { findLink, readLink, withoutLinks } from '../../src/main/shell/deep-link.ts';
import { commands } from '../../src/shared/contract.ts';
import { randomNumbersFrom, seed } from '../support/random-numbers.ts';

const scheme = 'northwind';
const read = (argument: string) => readLink(scheme, argument);
const unreadable = { kind: 'unreadable' };

describe('a link', () => {
  it.each([
    ['northwind://redeem?key=NWND-7F3Q', { kind: 'redeem', key: 'NWND-7F3Q' }],
    ['northwind://register?key=NWND-7F3Q', { kind: 'register', key: 'NWND-7F3Q' }],
    ['NorthWind://redeem?key=a.b_c~d', { kind: 'redeem', key: 'a.b_c~d' }],
    // Some systems add a slash to a URL without a path.
    ['northwind://redeem/?key=K', { kind: 'redeem', key: 'K' }],
    // Shops and mail programs add parameters, which have no effect.
    ['northwind://redeem?key=K&utm_source=mail&utm_campaign=a%20b', { kind: 'redeem', key: 'K' }],
    ['northwind://register?utm_source=mail&key=K', { kind: 'register', key: 'K' }],
    ['northwind://redeem?key=K&username=anna', { kind: 'redeem', key: 'K' }],
    ['northwind://redeem?key=K&', { kind: 'redeem', key: 'K' }],
    [`northwind://redeem?key=${'K'.repeat(70)}`, { kind: 'redeem', key: 'K'.repeat(70) }],
  ])('is accepted: %s', (argument, link) => {
    expect(read(argument)).toEqual(link);
  });

  it.each([
    'northwind:',
    'northwind:redeem?key=K',
    'northwind:/redeem?key=K',
    'northwind://',
    'northwind://redeem',
    'northwind://redeem?key=',
    'northwind://redeem?key=K&key=L',
    'northwind://redeem?utm_source=mail',
    'northwind://redeem?key=K&key=K',
    'northwind://redeem?key=K&key=',
    'northwind://redeem?key=K&a="--inspect',
    'northwind://redeem?key=K&a= --inspect',
    'northwind://redeem?key=K&a=\n',
    'northwind://redeem?monkey=K',
    'northwind://redeem?key=K#part',
    'northwind://redeem?key=K ',
    'northwind://redeem?key=K\n',
    'northwind://redeem?key=K%20L',
    'northwind://redeem?key=%00',
    'northwind://redeem?key=K"--inspect',
    'northwind://redeem?key=K --inspect',
    'northwind://redeem?key=К', // a Cyrillic letter that looks like K
    'northwind://redeem?KEY=K',
    'northwind://Redeem?key=K',
    'northwind://redeem//?key=K',
    'northwind://redeem/../register?key=K',
    'northwind://anna@redeem?key=K',
    'northwind://redeem:80?key=K',
    'northwind://launch?key=K',
    'northwind://signIn?key=K',
    'northwind://constructor?key=K',
    `northwind://redeem?key=${'K'.repeat(71)}`,
    `northwind://redeem?key=${'K'.repeat(500)}`,
  ])('is reported as unreadable in any other form: %j', (argument) => {
    expect(read(argument)).toEqual(unreadable);
  });

  it.each([
    '',
    'redeem?key=K',
    'https://northwind.example/',
    'northwind',
    'northwindy://redeem?key=K',
  ])('is ignored with another scheme: %j', (argument) => {
    expect(read(argument)).toBeNull();
  });

  it.each([
    ' northwind://redeem?key=K',
    '--northwind://redeem?key=K',
    'x northwind://redeem?key=K',
  ])('is ignored if it is only part of an argument: %j', (argument) => {
    expect(read(argument)).toBeNull();
  });

  it('is reported as unreadable without delay if it is one megabyte long', () => {
    expect(read(`northwind://redeem?key=${'K'.repeat(1_000_000)}`)).toEqual(unreadable);
    expect(read('n'.repeat(1_000_000))).toBeNull();
  });
});

describe('a command line', () => {
  it('may have its link among switches and files', () => {
    const given = ['--lang=de', '--', 'northwind://redeem?key=K', '/home/anna/notes.txt'];
    expect(findLink(scheme, given)).toEqual({ kind: 'redeem', key: 'K' });
    expect(withoutLinks(scheme, given)).toEqual(['--lang=de', '--', '/home/anna/notes.txt']);
  });

  it('is reported as unreadable with two links', () => {
    expect(findLink(scheme, ['northwind://redeem?key=K', 'northwind://redeem?key=L'])).toEqual(
      unreadable,
    );
  });

  it('may have no link', () => {
    expect(findLink(scheme, ['--lang=de', 'northwind'])).toBeNull();
    expect(withoutLinks(undefined, ['northwind://redeem?key=K'])).toEqual([
      'northwind://redeem?key=K',
    ]);
  });

  it('is passed on to a relaunch without links of any form', () => {
    const odd = ['northwind://redeem?key=K%20', 'NORTHWIND:x', 'northwind://register?key=K'];
    expect(withoutLinks(scheme, odd)).toEqual([]);
  });
});

const pieces = [
  ...['northwind', 'NORTHWIND', 'northwınd', 'https', 'javascript', ':', '//', '/', '?', '&', '='],
  ...['key', 'KEY', 'key=', '?key=', 'redeem', 'register', 'launch', 'NWND-7F3Q', 'a'.repeat(70)],
  ...[
    'northwind://redeem?key=',
    'northwind://register?key=',
    '%00',
    '%20',
    '%',
    '\0',
    '\n',
    '\r\n',
  ],
  ...[' ', '"', "'", '`', '$(id)', '--inspect', ' --gpu-launcher=calc', '--', '..', '\\', '#', '@'],
  ...[
    '\u202e',
    'مفتاح',
    '🔑',
    '\ud800',
    '<b>',
    '&amp;',
    '{key}',
    'K'.repeat(600),
    '__proto__',
    '~._-',
  ],
];

const starts = ['northwind://redeem?key=', 'northwind://register/?key=K', 'northwind://', '', '-'];

it(`10 000 random links cause no crash, and only valid ones pass (LATCHKEY_SEED=${seed})`, () => {
  const below = randomNumbersFrom(seed);
  const counts = { none: 0, unreadable: 0, read: 0 };
  for (let run = 0; run < 10_000; run += 1) {
    const start = starts[below(starts.length)] ?? '';
    const rest = Array.from({ length: below(5) }, () => pieces[below(pieces.length)]).join('');
    const argument = `${start}${rest}`;
    const link = read(argument);
    if (link === null) {
      counts.none += 1;
      expect(argument.toLowerCase().startsWith('northwind:')).toBe(false);
    } else if (link.kind === 'unreadable') counts.unreadable += 1;
    else {
      counts.read += 1;
      // The argument has exactly this form and this key, so nothing was decoded or guessed.
      const [form = '', query = ''] = argument.slice('northwind://'.length).split('?');
      expect([link.kind, `${link.kind}/`]).toContain(form);
      expect(query.split('&').filter((one) => one.startsWith('key='))).toEqual([`key=${link.key}`]);
      expect(link.key).toMatch(/^[A-Za-z0-9._~-]{1,70}$/);
      expect(commands.redeem.safeParse({ username: 'anna', key: link.key }).success).toBe(true);
    }
  }
  // The generator produces all three kinds.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
});
