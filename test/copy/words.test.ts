// The words that users read: the brand by its name, one word for one thing, and nothing that only insiders know.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { english } from '../../src/copy/en/window.ts';
import { wordsFor } from '../../src/copy/failure-words.ts';
import { exitWords } from '../../src/copy/ready-words.ts';
import { failureTable } from '../gallery/failures.ts';

const folder = new URL('../../src/copy/en/', import.meta.url);
const brand = 'Northwind Studio';

/** What stands between quotation marks in a file of sentences. */
function sentencesIn(file: string): readonly string[] {
  const source = readFileSync(new URL(file, folder), 'utf8').replace(
    /^\s*(\/\/|\*|\/\*\*).*$/gm,
    '',
  );
  const quoted = source.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return quoted.filter((text) => text.includes(' ') && !text.includes('.ts'));
}

const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));

describe('every sentence', () => {
  test.each([
    ['the brand has a name', /\bsellers?\b|\bvendor\b/i],
    [
      'no words of insiders',
      /takes the call|tell enough|exit code|SIG[A-Z]+|\bHWID\b|session id|\bnonce\b/,
    ],
    [
      'a key is redeemed, not added',
      /\badd(ed|s|ing)?\b[^.]*\bkey\b|\bkey\b[^.]*\badd(ed|s|ing)?\b/i,
    ],
    [
      'a program is launched, not started or opened',
      /\b(start|open)(ed|s|ing)? (the|a) program\b/i,
    ],
    ['nobody is blamed', /tamper|hacked|illegal|you (have )?(failed|cheated)/i],
  ])('%s', (_rule, forbidden) => {
    const all = files.flatMap((file) => sentencesIn(file).map((text) => `${file}: ${text}`));
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter((text) => forbidden.test(text))).toEqual([]);
  });
});

describe('a failure in a form', () => {
  test('fits below its field in two lines, or has a support code', () => {
    for (const shown of Object.values(failureTable))
      for (const { failure } of shown)
        for (const moment of ['sign-in', 'kept', 'code', 'redeem'] as const) {
          const { brief, offer } = wordsFor(english, failure, { moment, brand });
          if (brief === undefined) continue;
          expect(brief.length, brief).toBeLessThanOrEqual(104);
          // Where somebody else must help, the code to tell them is there.
          expect(offer, failure.code).toBeUndefined();
        }
  });
});

test('an end that was not asked for has a sentence, its number only as what to name', () => {
  for (const signal of ['SIGSEGV', 'SIGKILL', null])
    for (const exitCode of [null, 3, 3_221_225_477]) {
      const { title, text } = exitWords(english, { kind: 'app-exited', exitCode, signal }, brand);
      expect(`${title} ${text ?? ''}`).not.toMatch(/SIG|exit code|null/);
      if (exitCode !== null) expect(text).toContain(`the number ${exitCode}`);
    }
});
