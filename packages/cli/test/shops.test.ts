// `latchkey shops` and `latchkey sales`: a shop from its first command to a sale.
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyFile, openBench, temporaryFolder } from './support/cli.ts';

const secret = 'the-secret-of-the-shop';

async function openShop(more: readonly string[] = ['--map', 'pro=Pro:30d*2']) {
  const bench = await openBench();
  const file = keyFile(secret);
  const added = await bench.runWith([
    ...['shops', 'add', '--kind', 'hmac', '--secret-file', file, '--json'],
    ...more,
  ]);
  const { shop, path } = added.json() as { readonly shop: string; readonly path: string }; // checked by the tests
  const send = async (event: object, signedWith = secret) => {
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', signedWith).update(body).digest('hex');
    const headers = { 'x-signature': signature };
    const { status } = await fetch(bench.service.url + path, { method: 'POST', body, headers });
    return status;
  };
  const sale = (order: string, product = 'pro') => ({
    type: 'paid',
    order,
    email: 'buyer@example.com',
    amount: 999,
    currency: 'EUR',
    items: [{ product }],
  });
  return { ...bench, added, shop, path, send, sale };
}

test('shops add connects a shop, whose sales shops events and sales list show', async () => {
  const { added, run, shop, path, send, sale } = await openShop();
  expect(added.exitCode).toBe(0);
  expect(path).toMatch(/^\/shops\/[0-9a-f]{32}$/);
  expect(await send(sale('1001'))).toBe(200);
  expect((await run('shops list')).stdout).toContain('pro=Pro:');
  expect((await run(`shops events ${shop} --json`)).json()).toMatchObject({
    events: [{ kind: 'paid', order: `hmac:${shop}:1001`, amount: 999, products: ['pro x 1'] }],
  });
  const { stdout } = await run('sales list');
  expect(stdout).toContain(`hmac:${shop}:1001`);
  expect(stdout).toContain('999 EUR');
  expect((await run('sales list --json')).json()).toMatchObject({
    sales: [{ state: 'paid', count: 2, buyer: 'buyer@example.com' }],
  });
  const again = await run(`sales send hmac:${shop}:1001`);
  expect(again.stderr).toContain('no mail settings');
});

test('shops map gives keys to sales that waited, and shops unmap ends it', async () => {
  const { run, shop, send, sale } = await openShop([]);
  await send(sale('1001'));
  expect((await run('sales list --attention')).stdout).toContain('unmapped');
  const mapped = await run(`shops map ${shop} pro --sub Pro --days 30`);
  expect(mapped.stdout).toContain('Orders that waited for it: 1');
  expect((await run('sales list --attention')).stdout).toContain('0 orders');
  expect((await run(`shops unmap ${shop} pro`)).exitCode).toBe(0);
  expect((await run(`shops unmap ${shop} pro`)).stderr).toContain('no mapping of this product');
});

test('shops secret replaces a secret, and shops remove ends the shop', async () => {
  const { run, shop, send, sale } = await openShop();
  const next = keyFile('the-next-secret');
  expect((await run(`shops secret ${shop} --add ${next}`)).exitCode).toBe(0);
  const listed = (await run(`shops secret ${shop} --json`)).json() as {
    readonly secrets: readonly { readonly id: string }[];
  }; // as it prints them
  expect(listed.secrets).toHaveLength(2);
  expect((await run(`shops secret ${shop} --remove ${listed.secrets[0]?.id ?? ''}`)).exitCode).toBe(
    0,
  );
  expect(await send(sale('1001'))).toBe(401);
  expect(await send(sale('1001'), 'the-next-secret')).toBe(200);
  expect((await run(`shops remove ${shop}`)).exitCode).toBe(0);
  expect(await send(sale('1002'), 'the-next-secret')).toBe(404);
  expect((await run(`shops secret ${shop}`)).stderr).toContain('no such shop');
});

test('shops mail shows and changes the mail with the keys', async () => {
  const { run, runWith, shop } = await openShop();
  expect((await run(`shops mail ${shop}`)).stdout).toContain('Your license key');
  const file = join(temporaryFolder(), 'mail');
  writeFileSync(file, 'Only {subscription}');
  const change = ['shops', 'mail', shop, '--language', 'de', '--text-file', file];
  expect((await runWith(change)).stderr).toContain('{keys}');
  writeFileSync(file, '{keys} für <b>{subscription}</b>');
  const { stdout } = await runWith([...change, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    subject: expect.stringContaining('Ihr Lizenzschlüssel') as string,
    html: expect.stringContaining('&lt;b&gt;Pro&lt;/b&gt;') as string,
  });
});

test('shops add refuses a mapping in a wrong form, and keeps no shop whose mapping is refused', async () => {
  const { run, runWith } = await openBench();
  const file = keyFile(secret);
  const add = ['shops', 'add', '--kind', 'hmac', '--secret-file', file, '--map'];
  expect((await runWith([...add, 'pro'])).exitCode).toBe(2);
  expect((await runWith([...add, 'pro=Nothing:30d'])).stderr).toContain('subscription');
  expect((await run('shops list')).stdout).toContain('0 shops');
});

test('shops token sets and removes a token, and shops reconcile compares with the API', async () => {
  const { run, runWith } = await openBench();
  const files = ['--secret-file', keyFile(secret), '--token-file', keyFile('the-token')];
  const added = await runWith(['shops', 'add', '--kind', 'stripe', ...files, '--json']);
  const { shop } = added.json() as { readonly shop: string }; // as it prints it
  expect((await run(`shops reconcile ${shop} --since 2026-01-01`)).stdout).toContain('a minute');
  expect((await run(`shops token ${shop}`)).exitCode).toBe(2);
  expect((await run(`shops token ${shop} --file ${keyFile('other-token')}`)).exitCode).toBe(0);
  expect((await run(`shops token ${shop} --remove`)).exitCode).toBe(0);
  expect((await run(`shops reconcile ${shop}`)).stderr).toContain('needs a token');
  const refused = await runWith(['shops', 'add', '--kind', 'gumroad']);
  expect(refused.stderr).toContain('needs a token');
});
