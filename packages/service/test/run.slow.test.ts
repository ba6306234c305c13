// The service as a command: its line of JSON, its arguments, and what it refuses to start with.
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hwid, readAnswer, isSignatureValid } from './support/service-client.ts';
import { expectRefusal, temporaryFolder, runCommand } from './support/service-command.ts';

describe('--json', () => {
  test('prints one line with the demo data', async () => {
    const ran = await runCommand('--data', temporaryFolder(), '--port', '0', '--demo', '--json');
    expect(ran.stdout().endsWith('\n')).toBe(true);
    expect(ran.stdout().trim().split('\n')).toHaveLength(1);
    const line = ran.line();
    expect(Object.keys(line)).toEqual([
      'url',
      'publicKey',
      'publicKeys',
      'desk',
      'page',
      'app',
      'owner',
      'users',
      'licenses',
      'variables',
      'webhooks',
    ]);
    expect(line.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
    expect(line.publicKey).toMatch(/^[0-9a-f]{64}$/);
    expect(line.app).toEqual({
      name: 'Northwind Studio',
      ownerid: 'nwDemo2026',
      version: '1.0',
      sellerkey: expect.stringMatching(/^[A-Za-z0-9]{32}$/) as unknown,
    });
    expect(line.users.map((user) => [user.case, user.username])).toEqual([
      ['normal', 'anna'],
      ['two-factor', 'theo'],
      ['expired', 'erin'],
      ['banned', 'bob'],
      ['none', 'nora'],
      ['paused', 'paul'],
    ]);
    for (const user of line.users) {
      expect(Object.keys(user)).toEqual(['case', 'username', 'password', 'totpSecret']);
      if (user.case === 'two-factor') expect(user.totpSecret).toMatch(/^[A-Z2-7]{32}$/);
      else expect(user.totpSecret).toBeNull();
    }
    for (const license of line.licenses)
      expect(Object.keys(license)).toEqual(['key', 'days', 'level', 'status']);
    const statuses = line.licenses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 'Not Used').length).toBeGreaterThanOrEqual(5);
    expect(new Set(statuses)).toEqual(new Set(['Not Used', 'Used', 'Banned']));
    expect(line.licenses).toContainEqual(
      expect.objectContaining({ days: 99_999, level: '1', status: 'Not Used' }),
    );
    expect(line.variables.map(({ varid, authed }) => [varid, authed])).toEqual([
      ['announcement', false],
      ['secret', true],
    ]);
    expect(line.webhooks.length).toBeGreaterThan(0);
  });

  test('prints no data without --demo', async () => {
    const ran = await runCommand('--data', temporaryFolder(), '--port', '0', '--json');
    expect(ran.line()).toMatchObject({
      app: null,
      users: [],
      licenses: [],
      variables: [],
      webhooks: [],
    });
  });

  test('lists demo accounts whose state matches their case', async () => {
    const ran = await runCommand('--data', temporaryFolder(), '--port', '0', '--demo', '--json');
    const { url, app, users, licenses, publicKey } = ran.line();
    const ask = async (parameters: Record<string, string>) => {
      const all = { name: app?.name ?? '', ownerid: app?.ownerid ?? '', ...parameters };
      const answer = await readAnswer(
        await fetch(`${url}/api/1.3/?${new URLSearchParams(all).toString()}`),
      );
      expect(isSignatureValid(publicKey, answer)).toBe(true);
      return answer.body;
    };
    const outcomes: Record<string, unknown> = {};
    for (const { case: userCase, username, password } of users) {
      const sessionid = String((await ask({ type: 'init', ver: '1.0' }))['sessionid']);
      const body = await ask({ type: 'login', sessionid, username, pass: password, hwid });
      outcomes[userCase] = body['success'] === true ? 'in' : body['reason'];
    }
    expect(outcomes).toEqual({
      normal: 'in',
      'two-factor': 'code-needed',
      expired: 'no-subscription',
      banned: 'banned',
      none: 'no-subscription',
      paused: 'subscription-paused',
    });
    const sessionid = String((await ask({ type: 'init' }))['sessionid']);
    for (const { key, status } of licenses) {
      const body = await ask({ type: 'upgrade', sessionid, username: 'nora', key });
      const expected = { 'Not Used': undefined, Used: 'key-used', Banned: 'key-banned' }[status];
      expect(body['reason']).toBe(expected);
    }
  });
});

describe('the command refuses to start with', () => {
  test('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo; // a TCP server has an AddressInfo
    expectRefusal(
      await runCommand('--data', temporaryFolder(), '--port', String(port)),
      new RegExp(`^Port ${port} is already in use\\.`),
    );
  });

  test.each(['0.0.0.0', '::', '::ffff:0.0.0.0', '192.0.2.1', '2001:db8::1', 'fe80::1'])(
    '--demo with --host %s, and creates nothing',
    async (host) => {
      const data = join(temporaryFolder(), 'data');
      const ran = await runCommand('--data', data, '--demo', '--host', host);
      expectRefusal(ran, /^A demo has public passwords and keys, so --demo needs --host 127/);
      expect(existsSync(data)).toBe(false);
    },
  );

  test.each([
    [['--port', '0'], '--data <DIR> is missing.'],
    [['--data', 'x', '--port', 'http'], '--port must be a number from 0 to 65535.'],
    [['--data', 'x', '--requests', '59'], '--requests must be a number from 60 to 1000000.'],
    [['--data', 'x', '--pool', '3'], '--pool must be a number from 4 to 200.'],
    [['--data', 'x', '--pool', 'many'], '--pool must be a number from 4 to 200.'],
    [['--data', 'x', '--processes', '0'], '--processes must be a number from 1 to 64.'],
    [['--data', 'x', '--processes', 'all'], '--processes must be a number from 1 to 64.'],
    [['--data', 'x', '--metrics', '9464'], '--metrics must be an IP and a port'],
    [['--data', 'x', '--metrics', 'localhost:9464'], '--metrics must be an IP and a port'],
    [['--data', 'x', '--metrics', '127.0.0.1:65536'], '--metrics must be an IP and a port'],
    [['--data', 'x', '--metrics', '0.0.0.0:0'], '--metrics needs 127.0.0.1 or ::1.'],
    [['--data', 'x', '--metrics', '[::]:0'], '--metrics needs 127.0.0.1 or ::1.'],
    [['--data', 'x', '--metrics', '192.0.2.1:0'], '--metrics needs 127.0.0.1 or ::1.'],
    [['--data', 'x', '--page', 'My_Page'], '--page must be a host name in lower case'],
    [
      ['--data', 'x', '--desk', '--page', '--trust-proxy', '127.0.0.1'],
      '--page needs a host name beside --desk',
    ],
    [['--data', 'x', '--desk', '--page', '--host', '0.0.0.0'], '--page needs a host name'],
    [['--data', 'x', '--drain', '1h'], '--drain must be a number from 0 to 3600.'],
    [['--data', 'x', '--drain', '3601'], '--drain must be a number from 0 to 3600.'],
    [['--data', 'x', '--log-level', 'all'], '--log-level must be debug, info, warn or error.'],
    [['--data', 'x', '--log-format', 'xml'], '--log-format must be json or pretty.'],
    [['--data', 'x', '--port', '65536'], '--port must be a number from 0 to 65535.'],
    [['--data'], '--data needs a value: --data <DIR>'],
    [['--data', '--demo'], '--data needs a value: --data <DIR>'],
    [['--data', 'x', '--verbose'], 'There is no option --verbose.'],
    [['--data', 'x', '--demmo'], 'There is no option --demmo. Did you mean --demo?'],
    [['x'], 'There are too many arguments.'],
  ])('the arguments %j', async (argv, sentence) => {
    const ran = await runCommand(...argv);
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout()).toBe('');
    expect(ran.stderr()).toMatch(/^[^\n]+\nUsage: /);
    expect(ran.stderr().startsWith(sentence)).toBe(true);
  });
});

test.each([['127.0.0.1:0'], ['[::1]:0'], ['0.0.0.0:0', '--metrics-exposed']])(
  'the command serves metrics at %s',
  async (address, ...more) => {
    const where = ['--data', temporaryFolder(), '--port', '0', '--metrics', address, ...more];
    const ran = await runCommand(...where);
    const url = /^Metrics: (\S+)$/m.exec(ran.stdout())?.[1] ?? '';
    expect(new URL(url).hostname).toBe(address.replace(/:0$/, ''));
    expect(await (await fetch(url)).text()).toContain('latchkey_not_ready{reason="disk"} 0\n');
    expect(await ran.end()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  },
);

test('the command refuses a port of --metrics that is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo; // a TCP server has an AddressInfo
  expectRefusal(
    await runCommand('--data', temporaryFolder(), '--port', '0', '--metrics', `127.0.0.1:${port}`),
    new RegExp(`^Port ${port} is already in use\\. Choose another one with --metrics\\.`),
  );
});

test('the command prints its address and the demo accounts without --json', async () => {
  const ran = await runCommand('--data', temporaryFolder(), '--port', '0', '--demo');
  expect(ran.stdout()).toMatch(/listens at http:\/\/127\.0\.0\.1:[0-9]+\n/);
  expect(ran.stdout()).toContain('anna / ');
});
