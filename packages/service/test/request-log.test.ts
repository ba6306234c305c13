// The log line of each request: id, operation, outcome and duration, with names from fixed lists.
import { connect } from 'node:net';
import { unixMs } from '@latchkey/protocol/units.ts';
import { expect, test } from 'vitest';
import { createLog, isoTimes, prettyLine } from '../src/host/service-log.ts';
import { openWire, type Wire } from './support/service-client.ts';

type Line = Readonly<Record<string, unknown>>;

function linesOf({ service }: Wire): readonly Line[] {
  const lines = service.logText().trim().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line); // the tests check the fields
}

/** The last line of a request. */
async function lineOfRequest(wire: Wire, id: string | null): Promise<Line> {
  const find = () => linesOf(wire).find((line) => line['id'] === id && 'status' in line);
  // The line is written after the answer was sent.
  await expect.poll(find).toBeDefined();
  return find() ?? {};
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('logs operation, outcome, duration and the id of the answer', async () => {
  const wire = await openWire();
  const { service } = wire;
  const { name, ownerid, sellerkey } = service.app;
  const of = async (path: string, query: Record<string, string>, method = 'GET') => {
    const url = `${service.url}${path}?${new URLSearchParams(query).toString()}`;
    const { headers } = await fetch(url, { method });
    const line = await lineOfRequest(wire, headers.get('x-request-id'));
    expect(line).toMatchObject({
      level: 'info',
      id: expect.stringMatching(uuid) as unknown,
      method,
    });
    expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(line['ms']).toBeTypeOf('number');
    return [line['path'], line['operation'], line['outcome'], line['status']];
  };
  const app = { name, ownerid };
  const client = '/api/1.3';
  expect(await of(client, { ...app, type: 'init' })).toEqual([client, 'init', 'ok', 200]);
  expect(await of(client, { ...app, type: 'check', sessionid: 'none' })).toEqual([
    ...[client, 'check', 'session-gone', 400],
  ]);
  expect(await of(client, { ...app, type: 'nonsense' })).toEqual([
    ...[client, 'unknown', 'type-unknown', 400],
  ]);
  expect(await of(client, {})).toEqual([client, 'none', 'bad-request', 400]);
  expect(await of(client, {}, 'DELETE')).toEqual(['other', 'none', 'bad-request', 405]);
  expect(await of('/elsewhere', {})).toEqual(['other', 'none', 'bad-request', 404]);
  const seller = '/api/seller';
  const own = { sellerkey };
  expect(await of(seller, { ...own, type: 'fetchallsubs' })).toEqual([
    ...[seller, 'fetchallsubs', 'ok', 200],
  ]);
  expect(await of(seller, { type: 'fetchallsubs' })).toEqual([
    ...[seller, 'fetchallsubs', 'refused', 400],
  ]);
  expect(await of(seller, { ...own, type: 'constructor' })).toEqual([
    ...[seller, 'unknown', 'refused', 400],
  ]);
  expect(await of('/api/1.3/file', {})).toEqual([
    ...['/api/1.3/file', 'download-file', 'bad-request', 400],
  ]);
});

test('logs the fault of a request with its id', async () => {
  const wire = await openWire();
  await wire.service.database.schema.alterTable('sessions').renameTo('sessions_gone').execute();
  const { headers } = await wire.send({ type: 'init' });
  const id = headers.get('x-request-id');
  expect(await lineOfRequest(wire, id)).toMatchObject({ outcome: 'internal', status: 500 });
  const faults = linesOf(wire).filter((line) => line['msg'] === 'A request failed');
  expect(faults).toMatchObject([{ level: 'error', id }]);
});

const reported = '0af7651916cd43dd8448eb211c80319c';

async function idFor({ service }: Wire, sent: string): Promise<string | null> {
  const { headers } = await fetch(`${service.url}/api/1.3/`, { headers: { 'x-request-id': sent } });
  return headers.get('x-request-id');
}

test('accepts a request id only from a trusted proxy', async () => {
  const behind = await openWire({ trustedProxies: ['127.0.0.1'] });
  expect(await idFor(behind, reported)).toBe(reported);
  expect(await lineOfRequest(behind, reported)).toMatchObject({ path: '/api/1.3' });
  const direct = await openWire();
  expect(await idFor(direct, reported)).toMatch(uuid);
  const elsewhere = await openWire({ trustedProxies: ['192.0.2.1'] });
  expect(await idFor(elsewhere, reported)).toMatch(uuid);
});

test.each(['', 'short', 'a'.repeat(65), `${reported}, ${reported}`, 'LATCH-1234-ABCD-5678-WXYZ'])(
  'replaces the id "%s" of a trusted proxy',
  async (sent) => {
    const wire = await openWire({ trustedProxies: ['127.0.0.1'] });
    expect(await idFor(wire, sent)).toMatch(uuid);
  },
);

test('returns an id for a URL that is not valid, too', async () => {
  const { service } = await openWire();
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
      socket.end('GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
    );
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    socket.on('close', () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
});

test('logs health checks of load balancers only at the level debug', async () => {
  const quiet = await openWire();
  const loud = await openWire({ logLevel: 'debug' });
  for (const { service } of [quiet, loud])
    for (const path of ['/healthz', '/readyz', '/api/1.3'])
      await fetch(`${service.url}${path}`, { method: path === '/healthz' ? 'HEAD' : 'GET' });
  const pathsOf = (wire: Wire) =>
    linesOf(wire).flatMap((line) =>
      'path' in line ? [`${String(line['level'])} ${String(line['path'])}`] : [],
    );
  await expect.poll(() => pathsOf(quiet)).toEqual(['info /api/1.3']);
  await expect
    .poll(() => pathsOf(loud))
    .toEqual(['debug /healthz', 'debug /readyz', 'info /api/1.3']);
});

test('times of log lines are those of the clock, even after it was set back', () => {
  let at = 0;
  const time = isoTimes(() => unixMs(at));
  for (at of [1_795_622_059_000, 1_795_622_059_007, 1_795_622_060_999, 1_795_622_059_266])
    expect(time()).toBe(`,"time":"${new Date(at).toISOString()}"`);
});

test('omits lines below the configured level', () => {
  const lines: string[] = [];
  const log = createLog({ logStream: { write: (text) => lines.push(text) }, logLevel: 'warn' });
  log.info('quiet');
  log.warn('loud');
  log.error('louder');
  expect(lines.map((line) => (JSON.parse(line) as Line)['level'])).toEqual(['warn', 'error']);
});

test('the format "pretty" writes text, and escapes control characters', () => {
  const lines: string[] = [];
  const log = createLog({
    logStream: { write: (text) => lines.push(text) },
    logFormat: 'pretty',
  });
  log.info({ operation: 'check', outcome: 'ok', ms: 1.5 });
  log.warn({ address: '127.0.0.1\u001b[2J' }, 'A proxy');
  const error = Object.assign(new Error('secret text'), {
    code: 'EIO',
    stack: 'Error\n    at a\u0007',
  });
  log.error({ error }, 'A request failed');
  const time = String.raw`^\d{4}-\d\d-\d\dT\S+Z `;
  const [info = '', warn = '', fault = ''] = lines;
  expect(info).toMatch(new RegExp(`${time}INFO  operation=check outcome=ok ms=1.5\\n$`));
  expect(warn).toMatch(/ WARN {2}A proxy address=127\.0\.0\.1\\u001b\[2J\n$/);
  expect(fault).toMatch(/ ERROR A request failed code=EIO\n {4}Error\n {8}at a\\u0007\n$/);
});

test('the format "pretty" shows a line without message or fields', () => {
  expect(prettyLine('{"level":"info","time":"2026-11-26T03:00:00.000Z"}\n')).toBe(
    '2026-11-26T03:00:00.000Z INFO \n',
  );
});
