// Terms in the texts that users read: the brand by its name, one term for each concept, no jargon.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { failureTexts } from '../../src/copy/failure-texts.ts';
import { exitTexts } from '../../src/copy/ready-texts.ts';
import { failureTable } from '../gallery/failures.ts';

const root = new URL('../../', import.meta.url);
const folder = new URL('src/copy/en/', root);
const brand = 'Northwind Studio';

/** Returns the quoted texts in a file of sentences. */
function sentencesIn(file: string, from = folder): readonly string[] {
  const source = readFileSync(new URL(file, from), 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
  const quoted = source.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return quoted.filter((text) => text.includes(' ') && !text.includes('.ts'));
}

const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));

describe('every sentence', () => {
  test.each([
    ['no "seller" or "vendor"', /\bsellers?\b|\bvendor\b/i],
    ['no jargon', /exit code|SIG[A-Z]+|\bHWID\b|session id|\bnonce\b/],
    [
      'a key is redeemed, not added',
      /\badd(ed|s|ing)?\b[^.]*\bkey\b|\bkey\b[^.]*\badd(ed|s|ing)?\b/i,
    ],
    [
      'a program is launched, not started or opened',
      /\b(start|open)(ed|s|ing)? (the|a) program\b/i,
    ],
    ['banned, not blocked', /\bblock(ed|s|ing)?\b/i],
    ['a saved account', /\bkept sign-in|\bforget(?! your password)|\bforgotten\b/i],
    ['two-factor sign-in', /\btwo-step\b|\b2FA\b/i],
    ['a computer', /(?<!Lost your |\{)\bdevice\b(?!-)/i],
    ['a desktop notification', /\bnotice\b/i],
    ['contact the brand', /\bask for help\b|\bwhen you ask\b/i],
    ['this loader, not "this program"', /\bthis program\b|\bolder version saved\b/i],
    [
      '"License key" only as the label of its field and in the question on the first screen',
      /(?<!^redeem\.ts: .|have a )\blicense keys?\b/i,
    ],
    ['nobody is blamed', /tamper|hacked|illegal|you (have )?(failed|cheated)/i],
  ])('%s', (_rule, forbidden) => {
    const all = files.flatMap((file) => sentencesIn(file).map((text) => `${file}: ${text}`));
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter((text) => forbidden.test(text))).toEqual([]);
  });
});

/** Terms that must not appear in the window, the command line or the documents. */
const unused: readonly (readonly [rule: string, word: RegExp])[] = [
  ['IP, URL or e-mail, whichever it is', /\bADDRESS(ES)?\b/],
  ['e-mail', /(?<!\be-)\bmail address/i],
  ['created', /\bMADE\b|\bTO MAKE\b/],
  ['used incorrectly', /\bwrong way\b/i],
  ['keep one copy', /\buse it once\b/i],
  ['a sign-in ends no other session', /\bused (in|at|from) another place\b/i],
  ['did not accept the connection', /\brefused the connection\b|\btakes the call\b/i],
  ['service verified', /\bverified connection\b/i],
  ['banned, blacklist', /\bblock(ed|ing)\b|\bdeny-?list/i],
  ['support code', /\berror code\b/i],
  ['one-time code', /\bOTP\b/],
  ['sign in, sign out', /\blog(ged|ging)? (in|out) (to|with|as|of)\b/i],
];

/** Terms that the command line and the documents for sellers replace with ours. */
const unusedBySellers: readonly (readonly [rule: string, word: RegExp])[] = [
  ['license key, key', /(?<![\w./-])licenses?(?![\w./-]| keys?\b| service\b)/i],
  ['launch', /\b(start|open)(s|ed|ing)? (the|a|your|every) program\b/i],
  // "Lost your device" is allowed, because a phone that shows codes is a device.
  ['computer', /\b(?<!Lost your )devices?\b(?! ids?\b| of this name)/i],
  ['IP, URL or e-mail, whichever it is', /(?<![-.]|e-mail )\baddress(es)?\b/i],
];

/** German synonyms, of which only the first is used. */
const unusedInGerman: readonly (readonly [word: string, other: RegExp])[] = [
  ['Benutzer', /(?<!Be)[Nn]utzer/],
  ['geprüft', /überprüf/i],
  ['ausgelastet', /überlastet/i],
  ['abgelaufen: ein Abonnement', /^Beendet$|beendet am/],
  ['benutzt: ein Schlüssel', /Schlüssel wurde bereits verwendet/],
  ['unbefristet', /ohne Ende|läuft nie ab/],
  ['Loader', /[Dd]iese[sm]? Programm/],
  ['Wenden Sie sich an {brand}', /um Hilfe bitten|bitten Sie um Hilfe/i],
  [
    'Schlüssel, außer über seinem Feld und in der Frage des ersten Bildschirms',
    /(?<!Haben Sie einen )\bLizenzschlüssel\b(?!$)/,
  ],
  ['übertragen: ein Konto', /umziehen|Umzug/i],
];

function filesBelow(path: string, ending: RegExp): readonly string[] {
  const names = readdirSync(new URL(path, root), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => ending.test(name)).map((name) => path + name);
}

/** All texts that users read, by line, with their file. */
const read: Readonly<Record<string, readonly string[]>> = {
  'the window': files.flatMap((file) => sentencesIn(file).map((text) => `${file}: ${text}`)),
  'the command line': filesBelow('packages/cli/src/', /\.ts$/).flatMap((file) =>
    quotedIn(file).map((text) => `${file}: ${text}`),
  ),
  'the documents': [
    ...filesBelow('docs/', /^(?!glossary|api).*\.md$/),
    'README.md',
    'CHANGELOG.md',
  ].flatMap((file) => prose(file).map((line) => `${file}: ${line}`)),
};

/** Includes column headings, which are single words. */
function quotedIn(file: string): readonly string[] {
  const source = readFileSync(new URL(file, root), 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
  return source.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
}

/** Without quotes from the interface, whose terms are not ours. */
function prose(file: string): readonly string[] {
  const text = readFileSync(new URL(file, root), 'utf8').replace(/\n(?=[^\n|#-])/g, ' ');
  return text.split('\n').map((line) => line.replace(/`[^`]*`/g, ''));
}

function allTexts(tree: unknown): readonly string[] {
  return typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(allTexts);
}

/** The pages for sellers and operators. */
const sellerPages: readonly string[] = [
  ...['docs/hosting.md', 'docs/operating.md', 'docs/keys.md', 'docs/scale.md', 'docs/moving.md'],
  ...['docs/selling.md', 'docs/helping.md', 'docs/desk.md'],
  ...['docs/branding.md', 'docs/launching.md', 'docs/releases.md'],
];

/** Terms of the glossary that must appear in the window. */
const inWindow: readonly string[] = [
  ...[
    'account',
    'answer',
    'banned',
    'computer',
    'license key, key',
    'loader',
    'paused',
    'password',
  ],
  ...['program', 'redeem', 'service', 'subscription', 'support code'],
];

describe('uses consistent terms', () => {
  test.each(Object.entries(read))('in %s', (place, lines) => {
    expect(lines.length, place).toBeGreaterThan(150);
    for (const [rule, word] of unused)
      expect(
        lines.filter((line) => word.test(line)),
        rule,
      ).toEqual([]);
  });

  test('in texts for sellers', () => {
    const written = sellerPages.flatMap((file) => prose(file).map((line) => `${file}: ${line}`));
    // Texts without their placeholders; a single word is a name in a request.
    const said = (read['the command line'] ?? [])
      .map((text) => text.replace(/\$\{[^}]*\}/g, ''))
      .filter((text) => /'.* .*'|".* .*"|`.* .*`/.test(text));
    expect(said.length).toBeGreaterThan(300);
    for (const [rule, word] of unusedBySellers)
      expect(
        [...said, ...written].filter((line) => word.test(line)),
        rule,
      ).toEqual([]);
  });

  test('in German', () => {
    const sentences = allTexts(german);
    expect(sentences.length).toBeGreaterThan(250);
    for (const [word, other] of unusedInGerman)
      expect(
        sentences.filter((sentence) => other.test(sentence)),
        word,
      ).toEqual([]);
  });

  test('has a sorted glossary with each term once, and the German terms of the window', () => {
    const rows = readFileSync(new URL('docs/glossary.md', root), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (-|Word)/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows.length).toBeGreaterThanOrEqual(30);
    for (const row of rows) expect(row, row[0]).toHaveLength(4);
    const words = rows.map(([word = '']) => word.toLowerCase());
    expect(words).toEqual([...new Set(words)].sort());
    const spoken = JSON.stringify(german).toLowerCase();
    for (const [word, , inGerman = ''] of rows)
      if (inWindow.includes(word ?? ''))
        for (const one of inGerman.split(', ')) expect(spoken, word).toContain(one.toLowerCase());
  });
});

describe('a failure in a form', () => {
  test('fits below its field in two lines, or has a support code', () => {
    for (const shown of Object.values(failureTable))
      for (const { failure } of shown)
        for (const operation of ['sign-in', 'saved', 'code', 'redeem'] as const) {
          const { brief, offer } = failureTexts(english, failure, { operation, brand });
          if (brief === undefined) continue;
          expect(brief.length, brief).toBeLessThanOrEqual(104);
          // Failures that need help have a support code instead.
          expect(offer, failure.code).toBeUndefined();
        }
  });
});

test('describes an unexpected exit and quotes only its exit number', () => {
  for (const signal of ['SIGSEGV', 'SIGKILL', null])
    for (const exitCode of [null, 3, 3_221_225_477]) {
      const { title, text } = exitTexts(english, { kind: 'app-exited', exitCode, signal }, brand);
      expect(`${title} ${text ?? ''}`).not.toMatch(/SIG|exit code|null/);
      if (exitCode !== null) expect(text).toContain(`the number ${exitCode}`);
    }
});
