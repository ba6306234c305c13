// Rows of the audit log as sentences, in both languages.
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { auditSentence } from '../src/audit-text.ts';
import { english } from '../src/en/english.ts';
import { german } from '../src/de/german.ts';

const languages = [english, german];
/** Facts that an operation adds to its parameters. */
const added: Readonly<Record<string, readonly string[]>> = {
  importrows: ['created', 'equal', 'problems'],
  publishrelease: ['sequence', 'feature'],
  rolloutrelease: ['feature', 'nofeature'],
  secondfactor: ['on'],
  createapplication: ['name'],
  addowner: ['user'],
  resetaccount: ['user'],
  deleteowner: ['user'],
  addkey: ['label'],
  endkey: ['label'],
};

function sentence(row: { type: string; detail: string; by?: string }, language = english): string {
  const parts = auditSentence(language, { by: 'Mia', ...row }, (seconds) => `${seconds} s`);
  return parts.map(({ text }) => text).join('');
}

test.each(languages)('every sentence in $locale uses parameters that are recorded', (language) => {
  const unknown = Object.entries(language.auditSentences).flatMap(([type, template]) => {
    const spec = Object.entries<SellerSpec>(sellerApi).find(([name]) => name === type)?.[1];
    const names = [...template.matchAll(/[{[](\w+)/g)].map(([, name = '']) => name);
    const known = ['by', ...(spec?.changes ?? []), ...(added[type] ?? [])];
    return names.filter((name) => !known.includes(name)).map((name) => `${type}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

test('both languages use the same parameters', () => {
  const namesIn = (template: string) =>
    [...template.matchAll(/[{[](\w+[^}\]|]?)/g)].map(([, name]) => name).toSorted();
  for (const [type, template] of Object.entries(english.auditSentences))
    expect([
      type,
      namesIn(german.auditSentences[type as keyof typeof english.auditSentences]),
    ]).toEqual([type, namesIn(template)]);
});

test('a sentence has the parameters of the change, and omits those that are missing', () => {
  expect(sentence({ type: 'banuser', detail: 'user=anna reason=Chargeback of May' })).toBe(
    'Mia banned the user anna: Chargeback of May',
  );
  expect(sentence({ type: 'banuser', detail: 'user=anna' })).toBe('Mia banned the user anna');
  expect(sentence({ type: 'add', detail: 'amount=50 expiry=2592000 level=1' })).toBe(
    'Mia made license keys (50) for 2592000 s',
  );
  expect(sentence({ type: 'extend', detail: 'user=all sub=Pro expiry=30 activeOnly=0' })).toBe(
    'Mia extended Pro of all users by 2592000 s',
  );
  expect(sentence({ type: 'ban', detail: 'key=****1234 userToo=1' }, german)).toBe(
    'Mia hat den Lizenzschlüssel ****1234 gesperrt, auch dessen Benutzer',
  );
});

test('a stopped change says after how many rows, apart from its parameters', () => {
  const stopped = { type: 'extend', detail: 'user=all sub=Pro expiry=7 cancelled after 120 rows' };
  expect(sentence(stopped)).toBe(
    'Mia extended Pro of all users by 604800 s (cancelled after 120 rows)',
  );
  expect(sentence(stopped, german)).toMatch(
    / um 604800 s verlängert \(nach 120 Zeilen abgebrochen\)$/,
  );
  const forbidden = { type: 'delused', detail: 'cancelled, no longer allowed after 0 rows' };
  expect(sentence(forbidden)).toBe(
    'Mia deleted all used license keys (no longer allowed, cancelled after 0 rows)',
  );
});

test('a refused change and a dry run do not read as done', () => {
  expect(sentence({ type: 'deluser', detail: 'refused: User not found!' })).toBe(
    'Mia was refused deluser: User not found!',
  );
  expect(sentence({ type: 'ban', detail: 'dryrun=1 key=****1234 userToo=0' })).toBe(
    'Mia banned the license key ****1234 (only tried)',
  );
});

test('a rollout says which feature the release requires', () => {
  const release = 'channel=stable platform=linux-x64 sequence=2 rollout=100';
  const row = { type: 'rolloutrelease', detail: `${release} feature=beta` };
  expect(sentence(row)).toBe('Mia set the release 2 for linux-x64 (stable) to 100 % for beta');
  expect(sentence({ ...row, detail: `${release} nofeature=1` }, german)).toMatch(/ \(für alle\)$/);
});

test('a value cannot replace another parameter', () => {
  expect(sentence({ type: 'banuser', detail: 'user=anna reason=x user=bob' })).toBe(
    'Mia banned the user anna: x',
  );
});

test('a quoted value is one value, also if it contains parameters', () => {
  const row = {
    type: 'setfeature',
    detail: 'sub=Pro feature=edition value="gold user=anna until=9"',
  };
  expect(sentence(row)).toBe('Mia set the feature edition of Pro to gold user=anna until=9');
  const words = { ...row, detail: 'user=anna feature=x value="a \\" b=c" words="d e=f"' };
  expect(sentence(words)).toBe('Mia set the feature x of anna to a " b=c (d e=f)');
  expect(sentence({ type: 'banuser', detail: 'user=anna reason="x' })).toBe(
    'Mia banned the user anna: "x',
  );
});

test('the own seller key, reads and unknown operations have words', () => {
  expect(sentence({ type: 'pauseapp', detail: '', by: '' })).toBe(
    'The own seller key paused the application',
  );
  expect(sentence({ type: 'fetchallkeys', detail: '' })).toBe('Mia read fetchallkeys');
  expect(sentence({ type: 'newest', detail: 'label=shop' })).toBe('Mia did newest label=shop');
});

test('changes of people to their own sign-in have sentences', () => {
  expect(sentence({ type: 'signin', detail: '' })).toBe('Mia signed in');
  expect(sentence({ type: 'acceptinvitation', detail: 'chose a password' })).toBe(
    'Mia accepted an invitation',
  );
  expect(sentence({ type: 'secondfactor', detail: 'on=0' })).toBe(
    'Mia turned off their second factor',
  );
});

test('a change of the command line on the data folder is not that of a seller key', () => {
  const row = { type: 'addkey', detail: 'label=shop scope=sell by the local command line', by: '' };
  expect(sentence(row)).toBe('The command line added the seller key shop');
  const owner = { type: 'addowner', detail: 'user=Olga by the local command line', by: '' };
  expect(sentence(owner, german)).toBe('Die Kommandozeile hat Olga als Inhaber hinzugefügt');
});
