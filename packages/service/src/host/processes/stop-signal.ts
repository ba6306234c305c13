// Turns the signals that a process gets into a request to stop.
import cluster from 'node:cluster';
import { onOrder } from './member.ts';

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * The first signal aborts the returned signal; the same one again ends the process immediately. A
 * process of a group (member.ts) ignores signals, and stops when the first process says so.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  // SIGUSR2 restarts the processes of a group (primary.ts). Without a listener, it ends a process.
  process.on('SIGUSR2', () => undefined);
  if (cluster.isWorker) {
    for (const signal of stopSignals) process.on(signal, () => undefined);
    onOrder(({ order }) => {
      if (order === 'stop') stop.abort();
    });
  } else for (const signal of stopSignals) process.once(signal, () => stop.abort());
  return stop.signal;
}
