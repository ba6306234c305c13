// The option `--dry-run`: says what would happen, and changes nothing, also at an older service.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cli, keyFile, openBench } from './support/cli.ts';
import type { TestService } from '../../service/test/support/service.ts';
import { dump } from '../../service/test/support/table-dump.ts';

/** Every table, except the reads in the audit log. */
async function changeable({ database }: TestService) {
  const tables = new Map(await dump(database));
  const isRead = (row: string) => /"type":"(keygrants|fetchorder)"/.test(row);
  const auditRows = tables.get('auditLogs')?.filter((row) => !isRead(row)) ?? [];
  return tables.set('auditLogs', auditRows);
}

async function open() {
  const bench = await openBench();
  const { run, service } = bench;
  await service.addUser({ username: 'anna', subscription: 'none' });
  await service.addUser({ username: 'ben' });
  const made = await run('keys add --days 30 --amount 2 --order 4711');
  const [key = '', other = ''] = made.stdout.trim().split('\n');
  await run(`call assignkey user=anna key=${key}`);
  return { ...bench, key, other };
}

test('--dry-run says what would happen, and changes nothing', async () => {
  const { run, service, key, other } = await open();
  const before = await changeable(service);
  const dry = 'Dry run, nothing was changed: ';
  const lost = 'would be revoked from anna.';
  const expected: Readonly<Record<string, readonly string[]>> = {
    [`refund ${key}`]: [`${dry}Successfully refunded license!`, lost],
    'refund --order 4711': [`${dry}Successfully refunded order!`, lost],
    [`keys ban ${key} --with-user`]: [`${dry}Successfully banned license!`, lost],
    [`keys delete ${key}`]: [`${dry}Successfully deleted license!`, lost],
    [`keys delete ${key} ${other}`]: [`${key}: 30 d of Pro ${lost}`, '2 of 2 done.'],
    'users ban anna --reason Fraud': [`${dry}Successfully banned user!`],
  };
  for (const [words, texts] of Object.entries(expected)) {
    const ran = await run(`${words} --dry-run`);
    expect(ran.exitCode, words).toBe(0);
    for (const text of texts) expect(ran.stdout, words).toContain(text);
  }
  expect(await changeable(service)).toEqual(before);
  await run(`keys ban ${key}`);
  const banned = await changeable(service);
  const lifted = await run(`keys unban ${key} --dry-run`);
  expect(lifted.stdout).toContain('30 d of Pro would be restored to anna.');
  const called = await run(`call unban key=${key} dryrun=1`);
  expect(called.stdout).toContain(`${dry}Successfully unbanned license!`);
  const json = await run(`refund ${other} --dry-run --json`);
  expect(json.json()).toMatchObject({ success: true, dryrun: true, takenBack: [] });
  expect(await changeable(service)).toEqual(banned);
  expect((await run('audit --changes')).stdout).not.toContain('dryrun');
});

test('--dry-run never sends a change to a service that ignores the parameter', async () => {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      seen.push(new URLSearchParams(body).get('type') ?? '');
      const answer = { success: true, message: 'Done', grants: [], status: 'Not Used', keys: [] };
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  const file = keyFile('a-seller-key');
  const commands = ['refund KEY', 'keys ban KEY', 'keys unban KEY', 'keys delete KEY'];
  const all = [...commands, 'users ban anna', 'call refund key=KEY dryrun=1'];
  for (const words of all) {
    const option = words.startsWith('call') ? [] : ['--dry-run'];
    const ran = await cli([...words.split(' '), ...option, '--url', url, '--key-file', file]);
    expect(ran.exitCode, words).toBe(1);
    expect(ran.stderr).toContain('This service has no dry runs. Nothing was changed.');
  }
  expect(new Set(seen)).toEqual(new Set(['setseller']));
});
