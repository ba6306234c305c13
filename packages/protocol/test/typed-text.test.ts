// Keys and codes as people type them: what cleaning removes, and what it leaves.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { code, recoveryCode } from '../src/primitives.ts';
import {
  compactCode,
  compactKey,
  foldKey,
  plainText,
  readRecoveryCode,
} from '../src/typed-text.ts';

const key = 'NWND-7F3Q-91KD';

test.each([
  ['an en dash', 'NWND\u20137F3Q\u201391KD'],
  ['a minus sign', 'NWND\u22127F3Q\u221291KD'],
  ['full-width characters', 'ＮＷＮＤ－７Ｆ３Ｑ－９１ＫＤ'],
  ['a Japanese long vowel mark', 'NWNDー7F3Qｰ91KD'],
  ['box-drawing lines', 'NWND─7F3Q━91KD'],
  ['a superscript minus', 'NWND⁻7F3Q₋91KD'],
  ['Arabic digits', 'NWND-٧F٣Q-٩١KD'],
  ['Devanagari digits', 'NWND-७F३Q-९१KD'],
  ['a soft hyphen inside a group', 'NW\u00adND-7F3Q-91KD'],
  ['a zero-width space', 'NWND-\u200b7F3Q-91KD\u200b'],
  ['a byte order mark', '\uFEFFNWND-7F\uFEFF3Q-91KD'],
  ['direction marks', '\u202aNWND-7F3Q\u200f-91KD\u202c'],
  ['isolates', '\u2068NWND-7F3Q-91KD\u2069'],
  ['a word joiner', 'NWND\u2060-7F3Q-91KD'],
  ['a variation selector', 'NWND-7\uFE0FF3Q-91KD'],
  ['spaces', ' NWND -\u00a07F3Q\u2009-\u300091KD\n'],
])('a key with %s is the same key', (_what, typed) => {
  expect(compactKey(typed)).toBe(key);
  expect(foldKey(typed.toLowerCase())).toBe(foldKey(key));
});

test.each(['', '\u200b', ' \u00a0'])('the key %j is empty once cleaned', (typed) => {
  expect(compactKey(typed)).toBe('');
});

test.each(['NWND_7F3Q', 'NWND.7F3Q', 'NWND/7F3Q', 'NWND7F3Q', 'NWNÐ-7F3Q', 'NWND--7F3Q'])(
  '%s is not changed, and is a different key',
  (other) => {
    expect(compactKey(other)).toBe(other);
    expect(foldKey(other)).not.toBe(foldKey('NWND-7F3Q'));
  },
);

test.each([
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['१२३-४५६', '123456'],
  ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
  ['𑛚𑛛𑛣𑛐𑛑𑛒', '019012'],
  ['123\u2009\u200b456\u202c', '123456'],
  ['123–456', '123456'],
  ['12a456', '12a456'],
  ['½23456', '1⁄223456'],
])('the code %s is read as %s', (typed, code) => {
  expect(compactCode(typed)).toBe(code);
});

test.each([
  ['7x2k-m0q9', '7x2k-m0q9'],
  ['7X2KM0Q9', '7x2k-m0q9'],
  [' 7x2k m0q9\n', '7x2k-m0q9'],
  ['7x2k–m0q9', '7x2k-m0q9'],
  ['7x2k-moq9', '7x2k-m0q9'],
  ['LiI1-oO00', '1111-0000'],
  ['１２３４-５６７８', '1234-5678'],
  ['123456', null],
  ['123456789', null],
  ['7x2k-m0qu', null],
  ['7x2k-m0q', null],
  ['İi1l-0000', null],
  ['', null],
])('the recovery code %j is read as %j', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code);
  const parsed = recoveryCode.safeParse(typed);
  expect(parsed.success ? parsed.data : null).toBe(code);
});

test('the parameter `code` is a one-time code or a recovery code', () => {
  const read = (typed: string) => code.safeParse(typed).data ?? null;
  expect(read(' 123 456 ')).toBe('123456');
  expect(read('12-34-56')).toBe('123456');
  expect(read('7X2K M0Q9')).toBe('7x2k-m0q9');
  expect(read('12345678')).toBe('1234-5678');
  for (const wrong of ['', '12345', '1234567', '12a456', '7x2k-m0qu', '-', 'x'.repeat(101)])
    expect(read(wrong)).toBeNull();
});

test('cleaning any text twice is like cleaning it once, and leaves printable ASCII', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(text, (typed) => {
      expect(compactKey(compactKey(typed))).toBe(compactKey(typed));
      expect(plainText(plainText(typed))).toBe(plainText(typed));
      expect(foldKey(compactKey(typed))).toBe(foldKey(typed));
    }),
  );
  const ascii = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('');
  expect(compactKey(`${ascii}\u200b`)).toBe(ascii);
});
