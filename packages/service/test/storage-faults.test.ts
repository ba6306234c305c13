// Faults that the person who runs the service can fix: recognised by code, each with a message.
import { createServer, type AddressInfo, Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sellerFaultOf } from '../src/api/seller-faults.ts';
import { catchRefusals } from '../src/host/administering.ts';
import { openDatabase } from '../src/database/open.ts';
import { StartProblem } from '../src/start-problem.ts';
import { temporaryFolder } from './support/service-command.ts';

const coded = (code: string, more: object = {}) =>
  Object.assign(new Error(code), { code, ...more });

describe('a seller', () => {
  test.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])(
    'is informed of a full disk: %s',
    (code) => {
      expect(sellerFaultOf(coded(code))).toBe('disk-full');
    },
  );

  test.each(['SQLITE_READONLY', 'SQLITE_READONLY_DBMOVED', 'EROFS', 'EACCES', 'EPERM', '25006'])(
    'is informed of data that cannot be written: %s',
    (code) => {
      expect(sellerFaultOf(coded(code))).toBe('read-only');
    },
  );

  test.each([
    coded('ECONNREFUSED'),
    coded('ENOENT', { syscall: 'connect' }),
    coded('EACCES', { syscall: 'connect' }),
    new AggregateError([], 'both'),
    coded('57P01'),
    coded('57P03'),
    coded('08006'),
    coded('SQLITE_CANTOPEN'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('timeout exceeded when trying to connect'),
  ])('is informed of a database that does not answer: %s', (error) => {
    if (error instanceof AggregateError) Object.assign(error, { code: 'ECONNREFUSED' });
    expect(sellerFaultOf(error)).toBe('database-unreachable');
  });

  test.each([
    coded('ENOENT', { syscall: 'open' }),
    coded('SQLITE_BUSY'),
    coded('23505'),
    new Error('a defect with a timeout in its text'),
    new TypeError('x is not a function'),
    'text',
  ])('gets a general text for any other error: %s', (error) => {
    expect(sellerFaultOf(error)).toBe('internal');
  });
});

test.each([
  [coded('SQLITE_FULL'), 'The disk of the data is full. Free some space on it.'],
  [coded('ENOSPC', { path: '/b/x' }), 'The disk of /b/x is full. Free some space on it.'],
  [coded('EROFS', { path: '/b/x' }), 'Writing to /b/x failed (EROFS).'],
  [coded('SQLITE_READONLY'), 'Writing to the data failed (SQLITE_READONLY).'],
  [coded('57P01'), 'The database cannot be reached. Check that it runs.'],
])('a command on the data explains %s in one sentence', async (error, sentence) => {
  expect(await catchRefusals(() => Promise.reject(error))).toEqual({ ok: false, sentence });
  const defect = new Error('a defect');
  await expect(catchRefusals(() => Promise.reject(defect))).rejects.toBe(defect);
});

test('a server that stops answering is reported as a start problem', async () => {
  // Ends the wait of each socket as soon as it begins.
  const waits: (() => void)[] = [];
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, _ms, end) {
    if (end !== undefined) waits.push(end);
    return this;
  });
  const silent = createServer(() => {
    for (const end of waits.splice(0)) end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo; // a TCP server has an AddressInfo
  const opened = openDatabase({
    dataFolder: temporaryFolder(),
    databaseUrl: `postgresql://latchkey@127.0.0.1:${port}/x`,
    onIdleFault: () => null,
  });
  await expect(opened).rejects.toThrow(
    new StartProblem('The database server that DATABASE_URL names cannot be reached (no answer).'),
  );
});
