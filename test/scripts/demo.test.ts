// The demo of `npm start`: its loader configuration and its sheet of accounts and keys.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoLicenses } from '../../packages/service/src/host/demo-data.ts';
import { writeDemoConfig } from '../../scripts/demo-service.js';
import { demoSheet, oneTimeCodes } from '../../scripts/demo-sheet.js';
import { readLoaderConfig } from '../../src/main/adapters/config-file.ts';
import { cleanKey, keyPatternOf } from '../../src/renderer/input/clean-key.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const totpSecret = 'NRWGSZ3IORUGK43UMFZHGYLOMRZWKYLX';
const line = {
  url: 'http://127.0.0.1:40123',
  publicKey: 'ab'.repeat(32),
  desk: 'http://127.0.0.1:40123/desk/',
  page: 'http://127.0.0.1:40123/my/northwind',
  owner: { ownerid: 'otherOwner', name: 'Olga', password: 'olga-pw' },
  app: { name: 'Other Name', ownerid: 'otherOwner', version: '9.9', sellerkey: 'private' },
  users: [
    { case: 'normal', username: 'anna', password: 'anna-pw', totpSecret: null },
    { case: 'two-factor', username: 'theo', password: 'theo-pw', totpSecret },
  ],
  licenses: [
    { key: 'KEY-LIFE', days: 99_999, level: '1', status: 'Not Used' },
    { key: 'KEY-MONTH', days: 30, level: '1', status: 'Not Used' },
    { key: 'KEY-USED', days: 30, level: '1', status: 'Used' },
  ],
};

const published = { publisherKeys: ['cd'.repeat(32)], runner: '{node}' };

describe('the demo configuration', () => {
  let file: string;
  beforeAll(async () => {
    file = await writeDemoConfig(folder, line, published);
  });

  it('is accepted by the loader, logo included', () => {
    const reading = readLoaderConfig(file);
    expect(reading.ok ? [] : reading.problems).toEqual([]);
  });

  it('points at the running service and keeps the brand', () => {
    const committed: unknown = JSON.parse(readFileSync(join(root, 'loader.config.json'), 'utf8'));
    const reading = readLoaderConfig(file);
    if (!reading.ok) throw new Error('not readable');
    expect(reading.config.service).toMatchObject({
      baseUrl: line.url,
      name: 'Other Name',
      ownerid: 'otherOwner',
      loaderVersion: '9.9',
      publicKey: line.publicKey,
    });
    expect(committed).toMatchObject({ brand: { name: reading.config.brand.name } });
  });

  it('delivers the published program instead of a bundled one', () => {
    const reading = readLoaderConfig(file);
    if (!reading.ok) throw new Error('not readable');
    const { launch, delivery } = reading.config;
    expect(launch).toBeUndefined();
    expect(delivery).toMatchObject({
      ...published,
      channel: 'stable',
      policy: 'offered',
    });
  });

  it('has the pattern of the demo keys', () => {
    const reading = readLoaderConfig(file);
    if (!reading.ok) throw new Error('not readable');
    const pattern = keyPatternOf(reading.config.keyPattern ?? null);
    expect(pattern).not.toBeNull();
    for (const { key } of demoLicenses) {
      const mail = `Hello Nora,\norder NW-1002345.\nYour key: ${key}\nThank you`;
      expect(cleanKey(mail, pattern)).toMatchObject({ key, change: 'found', warning: null });
    }
  });

  it('contains no seller key', () => {
    expect(readFileSync(file, 'utf8')).not.toContain('private');
  });
});

describe('the sheet', () => {
  const at = 1_795_000_005_000;

  it('contains every account, the unused keys and the current one-time code', () => {
    const sheet = demoSheet(line, at);
    for (const text of ['anna', 'anna-pw', 'theo', 'theo-pw', 'lifetime', '30 days'])
      expect(sheet).toContain(text);
    expect(sheet).toMatch(/KEY-LIFE +lifetime/);
    expect(sheet).not.toContain('KEY-USED');
    expect(sheet).toContain(generateSync({ secret: totpSecret, epoch: at / 1000 }));
  });

  it('contains the desk with its owner, unless the desk is off or the password was changed', () => {
    const sheet = demoSheet(line, at);
    for (const text of [line.desk, 'otherOwner', 'Olga', 'olga-pw']) expect(sheet).toContain(text);
    expect(demoSheet({ ...line, owner: null }, at)).toContain(line.desk);
    expect(demoSheet({ ...line, desk: null }, at)).not.toMatch(/desk|Olga/);
    expect(sheet).toContain(line.page);
    expect(demoSheet({ ...line, page: null }, at)).not.toContain('customers');
  });

  it('contains the number of seconds that the one-time code is still valid', () => {
    const start = Math.floor(at / 30_000) * 30_000;
    expect(oneTimeCodes(line.users, start)[0]).toContain('(good for 30 s)');
    expect(oneTimeCodes(line.users, start + 29_999)[0]).toContain('(good for 1 s)');
    expect(oneTimeCodes(line.users.slice(0, 1), start)).toEqual([]);
  });
});
