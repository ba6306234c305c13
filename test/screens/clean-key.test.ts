// Cleaning of typed and pasted keys: nothing throws, and no sentence becomes a key.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanKey, keyPatternOf, type KeyReading } from '../../src/renderer/input/clean-key.ts';

const key = 'NWND-7F3Q-2MXX-91KD';
const pattern = keyPatternOf('[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}');
const demoPattern = keyPatternOf('NW[A-Z0-9]{4}(?:-[A-Z0-9]{6}){3}');

function readings(rows: readonly (readonly [string, RegExp | null, KeyReading['change']])[]): void {
  test.each(rows)('reads the key from %j with pattern %s as %s', (text, by, change) => {
    expect(cleanKey(text, by)).toMatchObject({ key, change });
  });
}

describe('text that contains only a key', () => {
  readings([
    [key, null, 'as-given'],
    [` ${key}\n`, null, 'trimmed'],
    [`"${key}"`, null, 'trimmed'],
    [`(${key}).`, null, 'trimmed'],
    [`\u201c${key}\u201d\u200b`, null, 'trimmed'],
    ['NWND-7F3Q -2MXX\r\n-91KD', null, 'trimmed'],
    ['NWND\u20137F3Q\u20112MXX\u221291KD', null, 'repaired'],
    ['NW\u00adND-7F3Q-2MXX-9\u00ad1KD', null, 'trimmed'],
    ['NWND-7F\uFEFF3Q-2M\u200fXX-91KD', null, 'trimmed'],
    ['NWND\u30fc7F3Q\u25002MXX\u207b91KD', null, 'repaired'],
    ['NWND-\u0667F\u0663Q-2MXX-91KD', null, 'repaired'],
    ['NWND\uff0d\uff17\uff26\uff13\uff31-2MXX-91KD', null, 'repaired'],
    [`${key}\n${key}`, null, 'trimmed'],
    [key, pattern, 'as-given'],
    ['NWND-7F3Q- 2MXX-91KD', pattern, 'trimmed'],
    ['nwnd-7f3q-2mxx-91kd', pattern, 'repaired'],
    ['nwnd \u2013 7f3q\n2mxx 91kd', pattern, 'repaired'],
    ['NWND 7F3Q 2MXX 91KD', pattern, 'repaired'],
    ['nwnd7f3q2mxx91kd', pattern, 'repaired'],
    ['NWND-7F\n3Q-2MXX-91KD', pattern, 'trimmed'],
    ['nwnd.7f3q.2mxx.91kd', pattern, 'repaired'],
  ]);
});

/** E-mails with exactly one possible key. */
const mails: readonly string[] = [
  `Hello Nora, thank you. Your key: ${key}, bought on 2026-11-21.`,
  `Hello,\n\nOrder 1234567\nLicense key:${key}\n\nhttps://northwind.example/start/A1B2C3D4`,
  `Your key ${key} is ready.\nOnce more: ${key}\nHelp: help@northwind.example`,
  'Hello Nora, your key is NWND-7F3Q-\n2MXX-91KD, enjoy.',
];

describe('text around a key, with a pattern', () => {
  readings([
    [`Hello,\nyour key: ${key}.\nThank you`, pattern, 'found'],
    [
      `Hello Nora, thank you for buying! Key:\nnwnd\u20137f3q\u20132mxx\u201391kd`,
      pattern,
      'found',
    ],
    ['Your key is NWND-7F3Q-\n2MXX-91KD, enjoy.', pattern, 'found'],
    ['Your key is NWND-7F3Q-2M\nXX-91KD and that is all', pattern, 'found'],
    [`${key}${key}`, pattern, 'found'],
  ]);

  test.each(mails)('finds the only key of %j', (text) => {
    expect(cleanKey(text, pattern)).toEqual({ key, change: 'found', warning: null, offers: [] });
  });

  test('marks the only candidate key as doubtful if it does not match the pattern', () => {
    const text = 'Hello Nora, your key: ABCD-1234. Thank you';
    expect(cleanKey(text, pattern)).toEqual({
      key: 'ABCD-1234',
      change: 'found',
      warning: 'other-form',
      offers: [],
    });
  });

  test('uses the first of several keys and offers the others', () => {
    expect(cleanKey(`${key} and AAAA-BBBB-CCCC-DDDD`, pattern)).toEqual({
      key,
      change: 'found',
      warning: 'several',
      offers: ['AAAA-BBBB-CCCC-DDDD'],
    });
  });

  test('keeps a text without a key and marks it as doubtful', () => {
    expect(cleanKey('ABCD-1234', pattern)).toEqual({
      key: 'ABCD-1234',
      change: 'as-given',
      warning: 'other-form',
      offers: [],
    });
  });

  test('rejects words in a sentence that match only in another case or grouping, but accepts a lone word', () => {
    const word = keyPatternOf('[A-Z]{5,}');
    expect(cleanKey('Thanks for buying', word)).toMatchObject({ key: '', warning: 'sentence' });
    expect(cleanKey('dear nora this here', pattern)).toMatchObject({
      key: '',
      warning: 'sentence',
    });
    expect(cleanKey('abcdefgh', word)).toMatchObject({ key: 'ABCDEFGH', change: 'repaired' });
  });
});

describe('text around a key, without a pattern', () => {
  test.each(mails)('finds the only key of %j', (text) => {
    expect(cleanKey(text, null)).toEqual({ key, change: 'found', warning: null, offers: [] });
  });

  test('offers several possible keys and chooses none', () => {
    const other = 'NWND-7F3Q-2MXX-91KE';
    expect(cleanKey(`Keys: ${key} and ${other}, order A-1002345.`, null)).toEqual({
      key: '',
      change: 'as-given',
      warning: 'sentence',
      offers: [key, other],
    });
  });
});

describe('doubtful keys', () => {
  test.each([
    [`${key}${key}`, 'doubled'],
    ['anna@studio.example', 'mail'],
    ['https://northwind.example/key', 'web'],
    ['042917', 'code'],
    ['Here is the key that you bought', 'sentence'],
    ['HelloNora, thank you for', 'sentence'],
    ['Hello - Nora', 'sentence'],
    ['Call 1234 from 5678', 'sentence'],
    ['HELLO NORA THANK YOU', 'sentence'],
    ['x'.repeat(71) + 'y', 'sentence'],
  ] as const)('marks %j as doubtful: %s', (text, doubt) => {
    expect(cleanKey(text, null).warning).toBe(doubt);
  });

  test('offers the keys that the user may have meant', () => {
    const offers = (text: string) => cleanKey(text, null).offers;
    expect(offers(`${key}${key}`)).toEqual([key]);
    expect(offers('AAAAAAAAAAAAAA')).toEqual([]);
    expect(offers('Hello Nora, thank you for your order 1234567.')).toEqual([]);
    expect(offers('NWND 7F3Q 2MXX 91KD')).toEqual([key]);
  });
});

const word = fc.stringMatching(/^[a-z]{3,9}[,.!]?$/);
const keyText = fc
  .stringMatching(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/)
  .filter((one) => /[0-9]/.test(one));
const between = fc.constantFrom('-', '\u2013', '\u2014', '\u2011', ' - ', '-\n', ' \u2013\r\n');

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 200 })
  .map((points) => String.fromCodePoint(...points));

describe('any text', () => {
  test('never joins several words into a key if no pattern is set', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), keyText, (words, one) => {
        const reading = cleanKey(words.join(' '), null);
        if (new Set(words).size > 1) expect(reading).toMatchObject({ key: '', offers: [] });
        expect(cleanKey([...words, one].join('\n'), null).key).toBe(one);
      }),
    );
  });

  test('yields its key in any case, with any dashes and line breaks, alone or in other text', () => {
    const written = fc
      .tuple(
        keyText,
        fc.array(fc.boolean(), { minLength: 19, maxLength: 19 }),
        fc.array(between, { minLength: 3, maxLength: 3 }),
      )
      .map(([one, small, dashes]) => {
        const cased = Array.from(one, (character, at) =>
          small[at] === true ? character.toLowerCase() : character,
        ).join('');
        const [a = '', b = '', c = '', d = ''] = cased.split('-');
        return [one, `${a}${dashes[0]}${b}${dashes[1]}${c}${dashes[2]}${d}`] as const;
      });
    fc.assert(
      fc.property(written, fc.array(word, { maxLength: 6 }), ([one, text], words) => {
        expect(cleanKey(text, pattern).key).toBe(one);
        expect(cleanKey(` "${text}"\n`, pattern).key).toBe(one);
        const mail = [...words, 'key:', text, ...words].join(' ');
        expect(cleanKey(mail, pattern).key).toBe(one);
      }),
    );
  });

  test('is cleaned idempotently, without exceptions and without added characters', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(null, pattern, demoPattern), (text, by) => {
        const first = cleanKey(text, by);
        expect(first.key).not.toMatch(/[\s"'\u200b]/u);
        const held = (all: string) => Array.from(all.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
        expect(held(first.key).length).toBeLessThanOrEqual(held(text.normalize('NFC')).length);
        const again = cleanKey(first.key, by);
        if (first.warning === null)
          expect(again).toMatchObject({ key: first.key, change: 'as-given' });
      }),
    );
  });

  test('is read without catastrophic backtracking if it is long', () => {
    // Catastrophic backtracking would exceed the time limit of the test.
    const text = 'Order 12-34 of A1-B2 '.repeat(190);
    expect(cleanKey(text, pattern).change).toBe('as-given');
    expect(cleanKey('-'.repeat(4000), pattern).change).toBe('as-given');
    expect(cleanKey('A1-'.repeat(1300), null).change).toBe('as-given');
  });

  test('is read without a pattern if the regular expression is invalid', () => {
    expect(keyPatternOf('[')).toBeNull();
    expect(keyPatternOf(null)).toBeNull();
  });
});
