// Secrets of shops: sealed, never shown again, and kept when a form returns the mask.
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { environmentOf } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService, type TestService } from './support/service.ts';
import { temporaryFolder, runCommand } from './support/service-command.ts';
import { shopSecret } from './at-rest-parts.ts';

/** `alone`: without bystanders, whose unsealed rows the service would seal. */
async function open({ alone = false } = {}) {
  const dataFolder = temporaryFolder();
  if (alone) {
    await environmentOf(dataFolder, 'empty');
    expect(await (await runCommand('--data', dataFolder, '--port', '0')).end()).toBe(0);
  }
  let service: TestService | null = null;
  onTestFinished(async () => service?.close());
  const start = async () => {
    await service?.close();
    service = null;
    service = await startTestService({ dataFolder });
    return service;
  };
  return { start };
}

test('shows a secret masked, leaves it unchanged when the mask is sent back, and never stores a mask', async () => {
  const { start } = await open();
  const service = await start();
  const ask = sellerOf(service);
  const shown = async () => {
    const { body } = await ask('getsettings');
    const { sellixsecret: inGroup } = body['functions'] as Record<string, unknown>; // as its schema says
    expect(inGroup).toBe(body['sellixsecret']);
    return body['sellixsecret'];
  };
  expect(await ask('updatesettings', { sellixsecret: '****', version: '9' })).toMatchObject({
    success: false,
    message: 'This secret is masked. Send the whole secret.',
  });
  expect([await shown(), (await ask('getsettings')).body['version']]).toEqual(['', '1.0']);
  for (const secret of ['first', 'second']) {
    await ask('updatesettings', { sellixsecret: secret });
    expect(await shown()).toBe('****');
    expect(await ask('updatesettings', { sellixsecret: '****', version: '2' })).toMatchObject({
      success: true,
    });
    expect(await shopSecret(service)).toBe(secret);
  }
  expect((await ask('getsettings')).body['version']).toBe('2');
  await ask('updatesettings', { sellixsecret: '' });
  expect(await shown()).toBe('');
});

test('seals shop secrets in an already sealed database, and changes nothing else', async () => {
  const { start } = await open({ alone: true });
  const service = await start();
  const { database: db } = service;
  const ask = sellerOf(service);
  await service.addUser({ totp: true });
  const { token } = (await ask('addtoken')).body;
  const openExtras = '{"webdownload":"https://a.example/","sellixsecret":"secret-of-the-shop"}';
  await db.updateTable('applications').set({ extras: openExtras }).execute();
  await db.updateTable('facts').set({ value: '1' }).where('name', '=', 'sealed').execute();
  const rows = async (of: Database) => [
    await of.selectFrom('users').select(['id', 'totpSecret']).orderBy('id').execute(),
    await of.selectFrom('tokens').selectAll().execute(),
  ];
  const before = await rows(db);
  const again = await start();
  expect(await rows(again.database)).toEqual(before);
  expect(await shopSecret(again)).toBe('secret-of-the-shop');
  const settings = (await sellerOf(again)('getsettings')).body;
  expect(settings).toMatchObject({ webdownload: 'https://a.example/', sellixsecret: '****' });
  expect((await sellerOf(again)('fetchalltokens')).body['tokens']).toMatchObject([{ token }]);
});
