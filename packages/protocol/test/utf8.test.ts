// Bytes become text only if they are UTF-8. Faults name the line and the likely encoding.
import { expect, test, vi } from 'vitest';
import { decodeUtf8, faultSentence } from '../src/utf8.ts';

const bytesOf = (...parts: readonly (string | number)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? part : [part])));

test.each(['', 'plain', 'André\nЖанна 東京 🦊', 'a\uFFFDb', 'two\r\nlines\n'])(
  'decodes %j, with or without a byte order mark',
  (text) => {
    expect(decodeUtf8(Buffer.from(text))).toEqual({ ok: true, text });
    expect(decodeUtf8(Buffer.from(`\uFEFF${text}`))).toEqual({ ok: true, text });
  },
);

test.each([
  ['a Windows-1252 name', bytesOf('anna\nAndr', 0xe9, '\nben'), 2, 'Windows-1252'],
  ['the last line', bytesOf('a\nb\nAndr', 0xe8), 3, 'Windows-1252'],
  ['one wrong line among UTF-8', bytesOf('Жанна\n', 'M', 0xfc, 'ller\n'), 2, 'Windows-1252'],
  ['a cut character', bytesOf('a\n', 0xc3), 2, 'Windows-1252'],
  ['an overlong encoding', bytesOf(0xc0, 0xaf), 1, 'another alphabet'],
  ['an encoded surrogate', bytesOf('a\n', 0xed, 0xa0, 0x80), 2, 'another alphabet'],
  ['Windows-1251', bytesOf('x\n', 0xc8, 0xe2, 0xe0, 0xed), 2, 'Windows-1251'],
  ['GBK', bytesOf(0xd6, 0xd0, 0xce, 0xc4), 1, 'GBK'],
  ['UTF-16 with a mark', Buffer.from('\uFEFFa,b\n', 'utf16le'), 1, 'UTF-16'],
  ['UTF-16 without a mark', Buffer.from('username\nanna', 'utf16le'), 1, 'UTF-16'],
  ['big-endian UTF-16', Buffer.from('\uFEFFa,b\n', 'utf16le').swap16(), 1, 'UTF-16'],
  ['UTF-32', bytesOf(0xff, 0xfe, 0, 0, 'a', 0, 0, 0), 1, 'UTF-32'],
])('refuses %s', (_what, bytes, line, encoding) => {
  const decoded = decodeUtf8(bytes);
  expect(decoded).toMatchObject({ ok: false, line });
  expect(decoded.ok ? '' : decoded.encoding).toContain(encoding);
});

test('names the place and the line in a sentence, but no line of UTF-16', () => {
  expect(faultSentence('users.csv', { line: 3, encoding: 'Windows-1252' })).toBe(
    'users.csv, line 3, is not UTF-8 text. Its encoding is probably Windows-1252. Save the text as UTF-8.',
  );
  expect(faultSentence('users.csv', { line: 1, encoding: 'UTF-16' })).toBe(
    'users.csv is not UTF-8 text. Its encoding is probably UTF-16. Save the text as UTF-8.',
  );
});

test('finds the bad line among many with few calls of the decoder', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  for (const line of [1, 2, 9999, 32_768, 64_999, 65_000]) {
    const bytes = Buffer.alloc(65_000, '\n');
    bytes[line - 1] = 0xff;
    decode.mockClear();
    expect(decodeUtf8(bytes)).toMatchObject({ ok: false, line });
    expect(decode.mock.calls.length).toBeLessThan(20);
  }
  decode.mockRestore();
});

test('never returns a replacement character that the bytes do not contain', () => {
  for (let byte = 0x80; byte <= 0xff; byte += 1)
    for (const bytes of [[byte], [0x61, byte], [byte, 0x61], [0xc3, byte, 0x0a]]) {
      const decoded = decodeUtf8(Buffer.from(bytes));
      if (decoded.ok) expect(decoded.text).not.toContain('\uFFFD');
      expect(decoded.ok).toBe(
        Buffer.from(Buffer.from(bytes).toString()).equals(Buffer.from(bytes)),
      );
    }
});
