// Compares passwords with bcrypt hashes, one by one, in the worker thread of bcrypt.ts.
// SECURITY: the thread stores and logs nothing.
import { parentPort } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';
import type { Comparison } from './bcrypt.ts';
import { lowerThreadPriority } from './hashing-threads.ts';

lowerThreadPriority();

parentPort?.on('message', ({ password, hash }: Comparison) => {
  parentPort?.postMessage(compareSync(password, hash));
});
