// "Ask to move it here" in the real window: one webhook call, also across a restart; then the
// account is moved.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { sellerOf } from '../../../packages/service/test/support/seller-client.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';
import { isReady } from './remember-steps.ts';

const { wrongDevice, state } = english;

test('sends one device request across restarts and signs in after the reset', async ({
  open,
  picture,
}) => {
  const heard: string[] = [];
  const program = http.createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      heard.push(body);
      response.end('thank you');
    });
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(program.address() as AddressInfo).port}`; // it listens at a port
  const service = await startTestService({ outbound: { allowPrivateAddresses: [host] } });
  const user = await service.addUser({ username: 'anna' });
  await service.bindDevice('anna', 'd'.repeat(64));
  const ask = sellerOf(service);
  const added = await ask('addwebhook', { baseurl: `http://${host}/moves`, authed: '0' });
  const config = { deviceRequest: { webid: String(added.body['webid']) } };

  const first = await open({ service, config });
  await signIn(first.page, user);
  await first.page.getByRole('button', { name: wrongDevice.ask }).click();
  await first.page.getByRole('button', { name: wrongDevice.copyReceipt }).waitFor();
  await picture(first.page, 'device-request');
  expect(heard.map((body) => JSON.parse(body) as unknown)).toEqual([
    {
      event: 'device-request',
      username: 'anna',
      device: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
    },
  ]);
  await first.close();

  const { page } = await open({ service, config });
  await signIn(page, user);
  await page.getByRole('button', { name: wrongDevice.ask }).click();
  await expect(page.locator('main').getByText('Request already sent to')).toBeVisible();
  expect(heard).toHaveLength(1);
  await ask('resetuser', { user: 'anna' });
  await page.getByRole('button', { name: state.again }).click();
  await isReady(page);
  await service.close();
  program.close();
});
