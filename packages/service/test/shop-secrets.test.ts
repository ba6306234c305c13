// Secrets of shops: sealed, never shown again, and kept when a form returns the mask.
import { expect, onTestFinished, test } from 'vitest';
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
