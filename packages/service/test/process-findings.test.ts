// What `latchkey doctor` says about the processes of the last start.
import { expect, test } from 'vitest';
import { readFact, writeFact } from '../src/database/facts.ts';
import { processFindings } from '../src/host/process-findings.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';

test('records the processes of a start, and reports nothing about a single one', async () => {
  const { service } = await openWire();
  const { database: db } = service;
  expect(await readFact(db, 'processes')).toBe('1');
  expect(await readFact(db, 'connections')).toBe(databaseKind === 'sqlite' ? '' : '11');
  expect(await processFindings(db, 1)).toEqual([]);
});

test('more processes than processors get a warning', async () => {
  const { service } = await openWire();
  await writeFact(service.database, 'processes', '4');
  const [finding] = await processFindings(service.database, 2);
  expect(finding).toMatchObject({ isOk: true, isWarning: true });
  expect(finding?.what).toBe('The last start of the service has 4 processes');
  expect(finding?.advice).toContain('This machine has 2 processors');
});

test.runIf(databaseKind === 'sqlite')('processes on one SQLite file get a note', async () => {
  const { service } = await openWire();
  await writeFact(service.database, 'processes', '2');
  const [finding] = await processFindings(service.database, 2);
  expect(finding?.isWarning).toBeUndefined();
  expect(finding?.advice).toContain('share one SQLite file');
});

test.runIf(databaseKind === 'postgresql')(
  'processes with more connections than PostgreSQL accepts get a warning',
  async () => {
    const { service } = await openWire();
    await writeFact(service.database, 'processes', '2');
    expect(await processFindings(service.database, 2)).toEqual([]);
    await writeFact(service.database, 'connections', '100000');
    const [finding] = await processFindings(service.database, 2);
    expect(finding).toMatchObject({ isOk: true, isWarning: true });
    expect(finding?.advice).toMatch(
      /^They open up to 100000 connections, and PostgreSQL accepts 1/,
    );
  },
);
