// `users history`, `why`, `stats`, `users export` and `users erase`.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hwid, wireTo } from '../../service/test/support/service-client.ts';
import { openBench, temporaryFolder } from './support/cli.ts';

const now = Date.parse('2026-11-26T14:02:00Z');
const otherHwid = 'e'.repeat(64);

async function open() {
  const bench = await openBench({ now: () => now });
  const { service, run } = bench;
  const { init, send } = wireTo(service);
  const anna = await service.addUser({ username: 'anna' });
  const logIn = async (pass = anna.password, more: Record<string, string> = {}) => {
    const sessionid = await init();
    await send({ type: 'login', sessionid, username: 'anna', pass, hwid, ...more });
  };
  const linesOf = async (words: string) => {
    const ran = await run(words);
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    return ran.stdout.trimEnd().split('\n');
  };
  return { ...bench, logIn, linesOf };
}

test('users history shows what happened, of one user or of all', async () => {
  const { run, logIn, linesOf } = await open();
  await logIn('wrong');
  await logIn(undefined, { computer: 'LAPTOP' });
  const [head = '', first = '', second = '', count = ''] = await linesOf('users history anna');
  expect(head).toMatch(/^WHEN +WHAT +OUTCOME +IP +COMPUTER +ID +VERSION$/);
  expect(first).toMatch(/^2026-11-26 14:02Z +sign-in +ok +127\.0\.0\.1 +LAPTOP +[\w-]{8} +1\.0$/);
  expect(second).toMatch(/^2026-11-26 14:02Z +sign-in +wrong password +127\.0\.0\.1/);
  expect(count).toBe('2 lines');
  expect(await linesOf('users history anna --limit 1')).toHaveLength(3);
  expect((await linesOf('users history'))[1]).toMatch(/^2026-11-26 14:02Z +anna +sign-in/);
  expect((await run('users history nobody')).stderr).toContain('There is no such user.');
});

test('why answers in a sentence, with further obstacles and the last refusal', async () => {
  const { service, logIn, linesOf, run } = await open();
  expect(await linesOf('why anna')).toEqual([
    'Nothing stops anna from signing in with the right password.',
  ]);
  await service.bindDevice('anna', hwid);
  await logIn(undefined, { hwid: otherHwid, computer: 'LAPTOP' });
  const [sentence, refusal] = await linesOf('why anna');
  expect(sentence).toMatch(
    /^anna uses another computer: LAPTOP \([\w-]{8}\)\. Bound: [\w-]{8}; allowed: 1\.$/,
  );
  expect(refusal).toBe(
    'Last refusal: 2026-11-26 14:02Z, sign-in, other computer (127.0.0.1, LAPTOP).',
  );
  await run('users ban anna --reason Chargeback');
  const [ban, also] = await linesOf('why anna');
  expect(ban).toBe(
    "anna has been banned since 2026-11-26 14:02Z by the application's own seller key: Chargeback.",
  );
  expect(also).toMatch(/^Also: anna uses another computer/);
  expect(await linesOf('why ana')).toEqual(['There is no user ana. Similar names: anna.']);
  expect((await run('why anna --json')).json()).toMatchObject({ code: 'banned' });
});

test('stats shows numbers by day, week or month, and as CSV with reasons', async () => {
  const { logIn, linesOf, run } = await open();
  await run('keys add --days 1 --amount 3');
  await logIn();
  await logIn('wrong');
  const day = '--since 2026-11-25 --until 2026-11-26';
  const rows = (await linesOf(`stats ${day}`)).map((line) => line.split(/ +/));
  expect(rows[1]).toEqual(['2026-11-25', ...Array<string>(9).fill('0')]);
  expect(rows[2]).toEqual(['2026-11-26', '3', '0', '0', '0', '1', '1', '0', '0', '1']);
  expect(rows[3]?.join(' ')).toBe('Days in the time zone UTC');
  expect(await linesOf(`stats ${day} --by month --csv`)).toEqual([
    'date,made,redeemed,refunded,banned,signins,users,newusers,trials,refused,bad-credentials\r',
    '2026-11-01,3,0,0,0,1,1,0,0,1,1',
  ]);
  expect(await linesOf('stats --by day')).toHaveLength(32);
  expect(await linesOf('stats')).toContain('unused     3');
  expect((await run('stats --since yesterday')).stderr).toContain('a day such as 2026-11-01');
});

test('users export writes one document that only its owner may read', async () => {
  const { run, logIn, linesOf } = await open();
  await logIn();
  const file = join(temporaryFolder(), 'anna.json');
  expect(await linesOf(`users export anna --out ${file}`)).toEqual([`Written to ${file}.`]);
  // Windows has no mode bits.
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'));
  expect(written).toMatchObject({ account: [{ username: 'anna' }], history: [{ outcome: 'ok' }] });
  expect(JSON.parse((await run('users export anna')).stdout)).toEqual(written);
  expect((await run('users export nobody')).stderr).toContain('There is no such user.');
});

test('users erase asks for confirmation, and deletes only the named user', async () => {
  const { service, run, logIn, linesOf } = await open();
  await service.addUser({ username: 'ben' });
  await logIn();
  const asked = await run('users erase anna');
  expect(asked).toMatchObject({ exitCode: 1 });
  expect(asked.stderr).toContain('Nothing was done. Use --yes to confirm.');
  expect(await linesOf('users erase anna --yes')).toEqual([
    'Successfully erased user! Deleted: history 1, messages 0, orders 0, logs 0, events 0.',
  ]);
  expect((await run('users show anna')).exitCode).toBe(1);
  expect((await run('users show ben')).exitCode).toBe(0);
});
