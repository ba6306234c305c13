// Runs the recipes of docs/selling.md unchanged, with only the service's address put in.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { hashToken } from '../src/secrets/token-hash.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';
import { addPlan } from './support/own-application.ts';

const page = readFileSync(new URL('../../../docs/selling.md', import.meta.url), 'utf8');
const inDocs = 'https://license.example.com';

/** The first code block below this heading. */
function recipe(heading: string): string {
  const [, below = ''] = page.split(`\n### ${heading}\n`);
  const code = /\n```[a-z]+\n([\s\S]*?)\n```\n/.exec(below)?.[1];
  if (code === undefined) throw new Error(`There is no recipe "${heading}"`);
  return code;
}

async function open() {
  const { service, ...wire } = await openWire();
  await addPlan(service.database, 'the-own-application', 'Default', '5', 1);
  const sellerkey = 'shop0seller0key0of032characters0';
  await service.database
    .insertInto('sellerKeys')
    .values({
      id: 'shop',
      applicationId: 'the-own-application',
      keyHash: hashToken(sellerkey),
      label: 'shop',
      scope: 'sell',
      createdAt: 1,
      endsAt: null,
    })
    .execute();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-recipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'shop-key'), `${sellerkey}\n`);
  const sold = async () => {
    const rows = await service.database
      .selectFrom('licenses')
      .select(['key', 'level', 'orderNumber', 'note'])
      .orderBy('key')
      .execute();
    return rows;
  };
  return { ...wire, service, ask: sellerOf(service), sellerkey, folder, sold };
}

/** Runs a command to its end; throws if it cannot be started. */
async function run(command: readonly [string, ...string[]], cwd: string) {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null]; // documented by Node
  return { exitCode, stdout, stderr };
}

test('plain curl prints the same key each time, and JSON with exit code 22 on failure', async () => {
  const { service, folder, sold } = await open();
  const script = recipe('Plain curl').replaceAll(inDocs, service.url);
  const first = await run(['bash', '-c', script], folder);
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await sold()).toMatchObject([{ key: first.stdout, level: '5', orderNumber: '10042' }]);
  expect(await run(['bash', '-c', script], folder)).toEqual(first);
  expect(await sold()).toHaveLength(1);
  const other = await run(['bash', '-c', script.replace('expiry=30', 'expiry=31')], folder);
  expect(other.exitCode).toBe(22);
  expect(JSON.parse(other.stdout)).toMatchObject({ success: false });
  expect(await sold()).toHaveLength(1);
});

test('a shop that calls a URL gets the keys of its order, even with other fields in its body', async () => {
  const { service, sellerkey, sold } = await open();
  const address = recipe('A shop that calls a URL')
    .replace(inDocs, service.url)
    .replace('KEY', sellerkey);
  const post = async (data: object) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'order:paid', data: { customer: { mail: 'a@b' }, ...data } }),
    });
    return [response.status, await response.text()] as const;
  };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post({ uniqid: 'ab-12', quantity: 2 })),
  );
  const keys = (await sold()).map(({ key }) => key).sort();
  expect(keys).toHaveLength(2);
  for (const [status, text] of answers) {
    expect(status).toBe(200);
    expect(text.split('\r\n').sort()).toEqual(keys);
  }
  expect((await post({ order: { id: 'ab-12', quantity: 3 } }))[0]).toBe(400);
  expect((await post({ order: { id: 7, quantity: 3 } }))[0]).toBe(200);
  expect((await sold()).map(({ orderNumber }) => orderNumber).sort()).toEqual([
    '7',
    '7',
    '7',
    'ab-12',
    'ab-12',
  ]);
});

test('the webhook program sells a signed order once, and nothing else', async () => {
  const { service, folder, sold, ask, send, init } = await open();
  const file = join(folder, 'shop-webhook.mjs');
  writeFileSync(file, recipe("A shop's webhook, with its signature checked"));
  const env = { ...process.env, SHOP_SECRET: 'a secret', LATCHKEY_URL: service.url, PORT: '0' };
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]; // a line is a string
  const post = async (event: object | string, secret = 'a secret') => {
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'x-signature': signature },
      body,
    });
    return [response.status, await response.text()] as const;
  };
  const sale = { product: 'app-month', quantity: 2, order: 'sale 1' };
  expect(await post(sale, 'a guess')).toEqual([401, '']);
  expect(await sold()).toEqual([]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(sale)));
  expect(new Set(answers.map(([status, text]) => `${status} ${text}`)).size).toBe(1);
  const keys = (await sold()).map(({ key }) => key).sort();
  expect(answers[0]).toEqual([200, keys.toSorted().join('\n')]);
  expect(keys).toHaveLength(2);
  const digits = '12345678901234567890';
  await post(`{"product":"app-month","quantity":1,"order":${digits}}`);
  expect((await sold()).map(({ orderNumber }) => orderNumber)).toContain(digits);
  await service.database.deleteFrom('licenses').where('orderNumber', '=', digits).execute();
  expect((await post({ ...sale, quantity: 3 }))[0]).toBe(503);
  expect((await post({ ...sale, product: 'none' }))[0]).toBe(503);
  expect(await sold()).toHaveLength(2);
  const { username } = await service.addUser({ subscription: 'none' });
  await send({ type: 'upgrade', sessionid: await init(), username, key: keys[0] ?? '' });
  expect((await ask('userdata', { user: username })).body['subscriptions']).toMatchObject([
    { subscription: 'Default' },
  ]);
});

interface Bot {
  readonly answerTo: (
    message: { text: string; author: string; messageId: string },
    admins: readonly string[],
  ) => Promise<string>;
}

test('the bot gives one key per message, shows and refunds keys, and obeys only its admins', async () => {
  const { service, folder, sold, sellerkey } = await open();
  // The recipe reads its key from the working directory, and the address from a variable.
  const code = recipe('A chat bot')
    .replace("'shop-key'", JSON.stringify(join(folder, 'shop-key')))
    .replaceAll('process.env.LATCHKEY_URL', JSON.stringify(service.url));
  const file = join(folder, 'license-bot.mjs');
  writeFileSync(file, code);
  const { answerTo } = (await import(/* @vite-ignore */ file)) as Bot; // what the page exports
  const say = (text: string, messageId = '1', author = 'boss') =>
    answerTo({ text, author, messageId }, ['boss']);
  expect(await say('/trial', '1', 'stranger')).toBe('You may not do that.');
  expect(await sold()).toEqual([]);
  const [key, again] = await Promise.all([say('/trial'), say('/trial')]);
  expect(again).toBe(key);
  expect(await sold()).toMatchObject([{ key, level: '5', orderNumber: '1', note: 'chat: boss' }]);
  expect(await say('/trial', '2')).not.toBe(key);
  expect(await say(`/key ${key}`)).toBe('Not Used');
  expect(await say('/refund 1')).toBe('Successfully refunded order!');
  expect(await say(`/key ${key}`)).toBe('Banned');
  expect(await say('/key nothing')).toBe('Key Not Found');
  expect(await say('hello')).toContain('/trial');
  // The page promises that its key cannot do this.
  const denied = await sellerOf(service)('delallusers', { sellerkey });
  expect(denied.body).toMatchObject({ success: false, reason: 'scope', scope: 'all' });
});
