// A command for one record says that the record is unknown, and still handles the other operands.
import { beforeAll, expect, test } from 'vitest';
import { cli, keyFile } from './support/cli.ts';
import { startTestService, type TestService } from '../../service/test/support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  return () => service.close();
});

function run(words: string) {
  const place = ['--url', service.url, '--key-file', keyFile(service.app.sellerkey)];
  return cli([...words.split(' '), ...place]);
}

test.each([
  ['keys show NOPE', 'There is no such license key.'],
  ['keys ban NOPE', 'NOPE: There is no such license key.'],
  ['keys unban NOPE', 'NOPE: There is no such license key.'],
  ['keys delete NOPE', 'NOPE: There is no such license key.'],
  ['refund NOPE --yes', 'There is no such license key.'],
  ['refund --order NOPE --yes', 'This order has no license keys.'],
  ['users show NOPE', 'There is no such user.'],
  ['users ban NOPE', 'NOPE: There is no such user.'],
  ['users unban NOPE', 'NOPE: There is no such user.'],
  ['users pause NOPE', 'NOPE: There is no such user.'],
  ['users unpause NOPE', 'NOPE: There is no such user.'],
  ['users reset NOPE', 'NOPE: There is no such user.'],
  ['users password NOPE', 'There is no such user.'],
  ['users disable-2fa NOPE', 'NOPE: There is no such user.'],
  ['users extend NOPE --sub Pro --days 1', 'NOPE: There is no such user.'],
  ['users delete NOPE', 'NOPE: There is no such user.'],
  ['subs delete NOPE --yes', 'NOPE: There is no such subscription.'],
  ['vars delete NOPE', 'NOPE: There is no such variable.'],
  ['webhooks delete NOPE', 'NOPE: There is no such webhook.'],
  ['webhooks deliveries --webhook NOPE', 'There is no such webhook.'],
  ['webhooks test NOPE', 'NOPE: There is no such webhook.'],
  ['webhooks resend NOPE', 'NOPE: There is no such delivery.'],
  ['chats messages NOPE', 'There is no such channel.'],
  ['chats delete-message NOPE', 'NOPE: There is no such message.'],
  ['files delete NOPE', 'NOPE: There is no such file.'],
  ['sessions kill NOPE', 'NOPE: There is no such session.'],
])('"%s" reports an unknown record', async (words, sentence) => {
  const ran = await run(words);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).not.toContain('uccess');
  expect(ran.stderr).toContain(`${sentence}\n`);
  const json = await run(`${words} --json`);
  expect(json.exitCode).toBe(1);
  expect(json.json()).toMatchObject({ success: false });
});

test('processes the operands that exist', async () => {
  const key = (await run('keys add --days 1')).stdout.trim();
  const other = (await run('keys add --days 1')).stdout.trim();
  const ran = await run(`keys ban NOPE ${key} ALSO-NOT`);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '1 of 3 done.\n' });
  expect(ran.stderr).toBe(
    'NOPE: There is no such license key.\nALSO-NOT: There is no such license key.\n',
  );
  const rows = await service.database.selectFrom('licenses').select(['key', 'status']).execute();
  expect(rows).toContainEqual({ key, status: 'banned' });
  expect(rows).toContainEqual({ key: other, status: 'unused' });
  const unbanned = await run(`keys unban ${other} ${key}`);
  expect(unbanned).toMatchObject({ exitCode: 1, stdout: '1 of 2 done.\n' });
  expect(unbanned.stderr).toBe(`${other}: This license key is not banned.\n`);
});

test('control: a webhook without deliveries is known', async () => {
  const id = (await run('webhooks add https://example.org/a')).stdout.trim().split(/\s/).at(-1);
  expect(await run(`webhooks deliveries --webhook ${id ?? ''}`)).toMatchObject({
    exitCode: 0,
    stdout: '0 deliveries\n',
  });
});
