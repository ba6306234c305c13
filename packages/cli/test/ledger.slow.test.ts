// The ledger in the command line: where the time of users comes from, what refunds revoke, and
// exports of it. The effects are checked by sign-ins of the users.
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBench, temporaryFolder, type Bench } from './support/cli.ts';

const deviceOf = (username: string) => `a-device-of-the-test-${username}`;

/** A user of a service. `days` returns the days left at a sign-in, or the reason of a refusal. */
function customerOf({ url, app }: Bench['service']) {
  const ask = async (parameters: Record<string, string>) => {
    const query = new URLSearchParams({ name: app.name, ownerid: app.ownerid, ...parameters });
    const response = await fetch(`${url}/api/1.3/?${query.toString()}`);
    return (await response.json()) as Record<string, unknown>; // other tests check its schema
  };
  const init = async () => String((await ask({ type: 'init', ver: app.version }))['sessionid']);
  return {
    async register(username: string, key: string) {
      const pass = `pass of ${username}`;
      const form = {
        type: 'register',
        sessionid: await init(),
        username,
        pass,
        key,
        hwid: deviceOf(username),
      };
      expect(await ask(form)).toMatchObject({ success: true });
    },
    async redeem(username: string, key: string) {
      const form = { type: 'upgrade', sessionid: await init(), username, key };
      expect(await ask(form)).toMatchObject({ success: true });
    },
    async days(username: string, pass = `pass of ${username}`) {
      const form = {
        type: 'login',
        sessionid: await init(),
        username,
        pass,
        hwid: deviceOf(username),
      };
      const answer = await ask(form);
      if (answer['success'] !== true) return answer['reason'];
      const { subscriptions } = answer['info'] as { subscriptions: { timeleft: number }[] }; // as its schema says
      return subscriptions.map(({ timeleft }) => Math.ceil(timeleft / 86_400));
    },
  };
}

async function open() {
  const bench = await openBench();
  const customer = customerOf(bench.service);
  const [first, second, other] = [
    await bench.service.addLicense({ days: 30 }),
    await bench.service.addLicense({ days: 10 }),
    await bench.service.addLicense({ days: 7 }),
  ];
  await customer.register('anna', first);
  await customer.redeem('anna', second);
  await customer.register('ben', other);
  return { ...bench, customer, first, second, other };
}

test('refund shows its effect, and requires a confirmation', async () => {
  const { run, customer, first } = await open();
  const planned = await run(`refund ${first}`);
  expect(planned.exitCode).toBe(1);
  expect(planned.stderr).toBe(
    '30 d of Pro would be revoked from anna.\nNothing was done. Use --yes to confirm.\n',
  );
  expect(await customer.days('anna')).toEqual([40]);
  const declined = await run(`refund ${first}`, { stdin: 'n\n', isTerminal: true });
  expect(declined).toMatchObject({ exitCode: 1, stdout: '' });
  expect(declined.stderr).toContain('Refund it? [y/N] ');
  expect(await customer.days('anna')).toEqual([40]);
  const done = await run(`refund ${first}`, { stdin: 'y\n', isTerminal: true });
  expect(done).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toBe('Successfully refunded license! 30 d of Pro revoked from anna.\n');
  expect(await customer.days('anna')).toEqual([10]);
  expect(await customer.days('ben')).toEqual([7]);
  const again = await run(`refund ${first} --yes --json`);
  expect(again.exitCode).toBe(0);
  expect(again.json()).toMatchObject({ success: true, takenBack: [] });
  expect(again.stderr).toBe('');
});

test('refund revokes nothing for an unused key, and refuses an unknown key', async () => {
  const { run, service } = await open();
  const key = await service.addLicense({ days: 1 });
  const ran = await run(`refund ${key} --yes`);
  expect(ran.stdout).toBe('Successfully refunded license!\n');
  expect(ran.stderr).toBe('');
  expect(await run('refund NO-SUCH-KEY --yes')).toMatchObject({
    exitCode: 1,
    stderr: 'There is no such license key.\n',
  });
});

test('keys ban, unban and delete report the revoked and restored time', async () => {
  const { run, customer, first, second } = await open();
  expect((await run(`keys ban ${second}`)).stdout).toBe(
    'Successfully banned license! 10 d of Pro revoked from anna.\n',
  );
  expect(await customer.days('anna')).toEqual([30]);
  expect((await run(`keys unban ${second}`)).stdout).toContain('10 d of Pro restored to anna.');
  expect(await customer.days('anna')).toEqual([40]);
  const both = await run(`keys delete ${first} ${second}`);
  expect(both.stdout).toBe(
    `${first}: 30 d of Pro revoked from anna.\n${second}: 10 d of Pro revoked from anna.\n2 of 2 done.\n`,
  );
  expect(await customer.days('anna')).toBe('no-subscription');
  expect(await customer.days('ben')).toEqual([7]);
});

test('a ban blacklists an IP only on request, and reports a shared one', async () => {
  const { run, customer, first } = await open();
  expect((await run('users ban anna')).stdout).toBe('Successfully banned user!\n');
  expect(await customer.days('ben')).toEqual([7]);
  await run('users unban anna');
  const shared = await run(`keys ban ${first} --with-user --ip`);
  expect(shared.stdout).toContain('The IP was not blacklisted. All users seem to come from');
  expect(shared.stdout).toContain('--trust-proxy 127.0.0.1');
  expect(await customer.days('anna')).toBe('banned');
  expect(await customer.days('ben')).toEqual([7]);
  expect((await run('settings set banaddress=on')).exitCode).toBe(0);
  expect((await run('users ban ben')).stdout).toContain('The IP was not blacklisted.');
});

test('users show and keys show print the grants of the ledger', async () => {
  const { run, first, second } = await open();
  await run('users extend anna --sub Pro --days 5');
  await run('call subtract user=anna sub=Pro seconds=172800');
  await run(`keys ban ${second}`);
  const { stdout } = await run('users show anna');
  const at = String.raw`20..-..-.. ..:..Z`;
  const lines = [
    'Pro comes from:',
    `  ${at}  key ${first}: 30 d, (all of it|30 d) left`,
    `  ${at}  key ${second}: 10 d, 10 d of it revoked ${at} by the ban of the key`,
    `  ${at}  added manually: 5 d, 3 d left`,
    `  ${at}  removed manually: 2 d`,
  ];
  expect(stdout).toMatch(new RegExp(`^${lines.join('\n')}$`, 'm'));
  expect(stdout).toMatch(new RegExp(`^Pro +1 +33 d .*${first}`, 'm'));
  const key = (await run(`keys show ${second}`)).stdout;
  expect(key).toMatch(/It gave:\n {2}anna, Pro: .* 10 d of it revoked/);
  expect((await run('users show anna --json')).json()['ledger']).toMatchObject([
    { subscription: 'Pro', grants: [{ key: first }, { key: second }, {}, { given: -172_800 }] },
  ]);
  expect((await run('users info ben')).stdout).toContain('7 d');
});

test('an export includes the ledger, so that later bans have the same effect', async () => {
  const { run, first, second, service } = await open();
  const keys = [
    await service.addLicense({ days: 3 }),
    await service.addLicense({ days: 2, banned: 'leaked' }),
  ];
  await run('users extend anna --sub Pro --days 5');
  await run('users add paused --sub Pro --days 9');
  await run('users pause paused');
  await run('users add over --sub Pro --days 3');
  await run('call delsub user=over sub=Pro');
  await run(`keys ban ${second}`);
  const folder = temporaryFolder();
  const out = join(folder, 'all.json');
  expect(await run(`export --out ${out}`)).toMatchObject({ exitCode: 0 });
  const to = await openBench();
  const imported = await to.run(`import ${out} --passwords ${join(folder, 'words')}`);
  expect(imported).toMatchObject({ exitCode: 0, stderr: '' });
  const grantsOf = async (bench: Pick<Bench, 'run'>, user: string) =>
    (await bench.run(`call usergrants user=${user} --json`)).json()['subs'];
  const rounded = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (name, one: unknown) =>
        ['left', 'timeleft'].includes(name) ? Math.round(Number(one) / 1000) : one,
      ),
    ) as unknown; // of a document
  for (const user of ['anna', 'ben', 'paused', 'over'])
    expect(rounded(await grantsOf(to, user)), user).toEqual(rounded(await grantsOf({ run }, user)));
  const rows = async (bench: Bench) =>
    bench.service.database
      .selectFrom('licenses')
      .leftJoin('users', 'users.id', 'usedBy')
      .select(['key', 'level', 'seconds', 'status', 'usedAt', 'licenses.bannedReason', 'username'])
      .orderBy('key')
      .execute();
  const before = await rows({ run, service } as Bench); // `rows` uses only these
  expect(before).toHaveLength(keys.length + 3);
  expect(await rows(to)).toEqual(before);

  const words = readFileSync(join(folder, 'words'), 'utf8').split('\n');
  const pass = words.find((line) => line.startsWith('anna\t'))?.split('\t')[1] ?? '';
  const customer = customerOf(to.service);
  expect(await customer.days('anna', pass)).toEqual([35]);
  expect((await to.run(`refund ${first} --yes`)).stdout).toContain('revoked from anna');
  expect(await customer.days('anna', pass)).toEqual([5]);
  expect((await to.run(`keys unban ${second}`)).stdout).toContain('10 d of Pro restored to anna');
  expect(await customer.days('anna', pass)).toEqual([15]);
});

test('imported users of another server have one grant with the source import', async () => {
  const { run } = await openBench();
  const now = Math.floor(Date.now() / 1000);
  const hash = '$2b$04$abcdefghijklmnopqrstuuKvlWQHqSqgaKfIGXM0eKXRzDvVbXw4e';
  const users = [
    {
      username: 'anna',
      passwordHash: hash,
      subscriptions: [{ subscription: 'Pro', expiry: now + 864_000 }],
    },
    {
      username: 'paula',
      passwordHash: hash,
      subscriptions: [{ subscription: 'Pro', paused: true, timeleft: 500_000 }],
    },
    {
      username: 'over',
      passwordHash: hash,
      subscriptions: [{ subscription: 'Pro', expiry: 1_000_000_000 }],
    },
  ];
  const file = join(temporaryFolder(), 'users.json');
  writeFileSync(file, JSON.stringify({ format: 'latchkey-export', version: 1, users }));
  expect(await run(`import ${file}`)).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await run('users show anna')).stdout).toMatch(/imported: 10 d, (10|all)/);
  expect((await run('users show paula --json')).json()).toMatchObject({
    subs: [{ paused: true, timeleft: 500_000 }],
    ledger: [{ grants: [{ source: 'import', left: 500_000 }] }],
  });
  expect((await run('users show over --json')).json()).toMatchObject({
    subs: [],
    ledger: [{ expiry: '1000000000', timeleft: 0, grants: [{ source: 'import', left: 0 }] }],
  });
});
