// Mail settings: where they are read from, and which are refused.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readMailSettings } from '../src/outbound/mail-settings.ts';
import { runService } from '../src/host/run.ts';
import { settingsFile } from './forgot-parts.ts';

const good = {
  url: 'smtps://user:p%40ss@mail.example',
  from: 'no-reply@example.com',
  publicUrl: 'https://license.example',
};

test('reads settings from a private file', () => {
  expect(readMailSettings(settingsFile(good))).toEqual({
    host: 'mail.example',
    port: 465,
    secure: true,
    local: false,
    user: 'user',
    password: 'p@ss',
    from: 'no-reply@example.com',
    publicUrl: 'https://license.example',
  });
  expect(readMailSettings(settingsFile(`\uFEFF${JSON.stringify(good)}`)).user).toBe('user');
  const starttls = { ...good, url: 'smtp://mail.example', publicUrl: 'http://[::1]:8080/a//' };
  expect(readMailSettings(settingsFile(starttls))).toMatchObject({
    port: 587,
    secure: false,
    local: false,
    publicUrl: 'http://[::1]:8080/a',
  });
});

test.each([
  [{ ...good, url: 'https://user:secret@mail.example' }, /invalid "url"/],
  [{ ...good, from: 'secret' }, /invalid "from"/],
  [{ ...good, from: 'secret\r\nBcc: a@b' }, /invalid "from"/],
  [{ ...good, publicUrl: 'http://license.example' }, /invalid "publicUrl"/],
  [{ ...good, publicUrl: 'https://license.example/?secret' }, /invalid "publicUrl"/],
  [{ ...good, secret: 'x' }, /must have url, from and publicUrl, and nothing else/],
  ['{ "secret": ', /are not JSON/],
  [Buffer.from('{\n"url": "secret \xe9"}', 'latin1'), /line 2, is not UTF-8.*Windows-1252/],
  [Buffer.from('{"url": "secret"}', 'utf16le'), /is not UTF-8.*UTF-16/],
  [{ ...good, url: 'smtps://secret%E9:x@mail.example' }, /invalid "url"/],
  ['[]', /must have/],
])('rejects invalid settings (case %#) without quoting their values', (settings, problem) => {
  const read = () => readMailSettings(settingsFile(settings));
  expect(read).toThrow(problem);
  try {
    read();
  } catch (error) {
    expect(String(error)).not.toContain('secret');
  }
});

test('the command reads the file that its variable names, and reports problems in the file', async () => {
  const written: string[] = [];
  const streams = {
    stdout: { write: () => true },
    stderr: { write: (text: string) => written.push(text) },
  };
  const file = settingsFile(good, 0o644);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mail-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const given = ['--data', folder, '--port', '0'];
  const { signal } = new AbortController();
  expect(await runService(given, { LATCHKEY_SMTP_FILE: file }, streams, signal)).toBe(1);
  expect(written.join('')).toMatch(/^The mail settings .* can be read by other users\./);
});

test('rejects settings that are missing or that other users can read', () => {
  expect(() => readMailSettings(settingsFile(good, 0o640))).toThrow(/chmod 600/);
  expect(() => readMailSettings(join(tmpdir(), 'no-such-latchkey.json'))).toThrow(/ENOENT/);
});
