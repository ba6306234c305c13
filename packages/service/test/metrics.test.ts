// The metrics of a running service: values, labels from fixed lists only, and a separate address.
import { expect, test } from 'vitest';
import { openWire, type Wire } from './support/service-client.ts';
import { scrape, select } from './support/metrics.ts';
import { patientAfter } from './support/patient-after.ts';
import { databaseKind } from './support/postgresql.ts';

const count = 'http_server_request_duration_seconds_count';

/** Waits for the observation of the last request, which follows its answer. */
async function countsOf({ service }: Wire, total: number): Promise<Record<string, number>> {
  const read = async () => select(await scrape(service), count);
  const sum = async () => (await read()).reduce((all, { value }) => all + value, 0);
  await expect.poll(sum).toBe(total);
  return Object.fromEntries(
    (await read()).map(({ labels, value }) => [
      [labels['route'], labels['operation'], labels['outcome']].join(' '),
      value,
    ]),
  );
}

test('counts requests by operation and outcome, and never by text of a request', async () => {
  const wire = await openWire({ metrics: true, after: patientAfter });
  const { service } = wire;
  await wire.init();
  await wire.init();
  await wire.send({ type: 'check', sessionid: 'none' });
  await wire.send({ type: 'S3CRET' });
  await fetch(`${service.url}/S3CRET?type=S3CRET`);
  await fetch(`${service.url}/api/seller?type=S3CRET&sellerkey=S3CRET`);
  await fetch(`${service.url}/readyz`);
  expect(await countsOf(wire, 6)).toEqual({
    '/api/1.3 init ok': 2,
    '/api/1.3 check session-gone': 1,
    '/api/1.3 unknown type-unknown': 1,
    'other none bad-request': 1,
    '/api/seller unknown refused': 1,
  });
  const text = await (await fetch(service.metricsUrl ?? '')).text();
  for (const secret of ['S3CRET', service.app.ownerid, service.app.name, service.app.sellerkey])
    expect(text).not.toContain(secret);
});

test('reports sessions, deliveries, jobs, queues, database, disk, event loop and memory', async () => {
  const { service, init } = await openWire({ metrics: true, after: patientAfter });
  await init();
  const scraped = await scrape(service);
  const valueOf = (selector: string) => select(scraped, selector)[0]?.value;
  expect(valueOf('latchkey_sessions')).toBeGreaterThanOrEqual(1);
  for (const name of ['hashing_running', 'hashing_waiting', 'database_waiting', 'jobs_running'])
    expect(valueOf(`latchkey_${name}`)).toBe(0);
  expect(valueOf('latchkey_deliveries_overdue_seconds')).toBe(0);
  expect(valueOf('latchkey_disk_free_bytes')).toBeGreaterThan(0);
  expect(valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(0);
  const reasons = select(scraped, 'latchkey_not_ready').map(({ labels }) => labels['reason']);
  expect(reasons).toHaveLength(6);
  if (databaseKind === 'sqlite') {
    expect(valueOf('latchkey_database_wal_bytes')).toBeGreaterThan(0);
    expect(valueOf('latchkey_database_connections')).toBeUndefined();
  } else {
    expect(valueOf('latchkey_database_wal_bytes')).toBeUndefined();
    expect(valueOf('latchkey_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
  }
});

test('reports no old counts while the database cannot answer', async () => {
  const { service, send } = await openWire({ metrics: true, after: patientAfter });
  const { schema } = service.database;
  await schema.alterTable('jobs').renameTo('jobs_gone').execute();
  const scraped = await scrape(service);
  expect(select(scraped, 'up')[0]?.value).toBe(1);
  expect(select(scraped, 'latchkey_sessions')).toEqual([]);
  expect(select(scraped, 'latchkey_hashing_waiting')).toHaveLength(1);
  expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
});

test('serves metrics at their address only, for GET and HEAD', async () => {
  const { service } = await openWire({ metrics: true, after: patientAfter });
  const url = service.metricsUrl ?? '';
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
});

test('serves no metrics by default', async () => {
  const { service } = await openWire();
  expect(service.metricsUrl).toBeNull();
});
