// Runs the service as several processes that share a port. This process serves no requests: it
// accepts connections and distributes them (Node's cluster). When a process ends or is replaced,
// no waiting connection is lost.
import cluster, { type Worker } from 'node:cluster';
import { announce, type Started } from '../announcement.ts';
import type { Arguments } from '../command-line.ts';
import { serveMetrics, type MetricsServer } from '../metrics-server.ts';
import { inTime } from '../../in-time.ts';
import type { Streams } from '../run.ts';
import { createLog } from '../service-log.ts';
import { bufferLines } from '../log-lines.ts';
import type { After } from '../../periodic-work.ts';
import { untilAborted } from '../until-aborted.ts';
import {
  memberVariable,
  reportForm,
  type Membership,
  type Order,
  type Report,
} from './messages.ts';
import { Supervisor, type Child } from './supervisor.ts';

export interface ServingProcess extends Child {
  /** Resolves with null if the process does not answer in time. */
  readonly metrics: () => Promise<readonly object[] | null>;
}

/** Unlike the timers of the service, these keep the process alive. */
const afterRealTime: After = (delayMs, then) => {
  const timer = setTimeout(then, delayMs);
  return () => clearTimeout(timer);
};

/** Returns when all processes have ended. Throws StartProblem for an unusable metrics address. */
export async function serveWithProcesses(
  given: Arguments,
  streams: Streams,
  stop: AbortSignal,
): Promise<0 | 1> {
  const log = createLog({
    logStream: bufferLines(streams.stderr),
    logLevel: given.logLevel,
    logFormat: given.logFormat,
  });
  const count = given.processes;
  const supervisor = new Supervisor<ServingProcess>({
    count,
    start: (number, { mayMigrate }) => startProcess({ number, count, mayMigrate }),
    after: afterRealTime,
    elapsedMs: () => performance.now(),
    log,
  });
  const metrics = await openMetrics(given, supervisor);
  const end = () => void supervisor.stop();
  const restart = () => void supervisor.restart();
  stop.addEventListener('abort', end, { once: true });
  try {
    const started = await supervisor.start();
    if (started === null) return stop.aborted ? 0 : 1;
    announce(streams, { ...started, metricsUrl: metrics?.url ?? null }, given);
    process.on('SIGUSR2', restart);
    await untilAborted(stop);
    await supervisor.stop();
    return 0;
  } finally {
    process.off('SIGUSR2', restart);
    stop.removeEventListener('abort', end);
    await metrics?.close();
  }
}

function startProcess(membership: Membership): ServingProcess {
  const worker = cluster.fork({ [memberVariable]: JSON.stringify(membership) });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    // Emitted if the system could not start the process.
    worker.once('error', () => resolve());
  });
  const started = new Promise<Started | null>((resolve) => {
    onReport(worker, (report) => {
      if (report.report === 'started') resolve(report.started);
    });
    void ended.then(() => resolve(null));
  });
  return {
    started,
    ended,
    order: (order) => send(worker, { order }),
    metrics: () => askForMetrics(worker, ended),
  };
}

function onReport(worker: Worker, listener: (report: Report) => void): () => void {
  const take = (message: unknown) => {
    const { success, data } = reportForm.safeParse(message);
    if (success) listener(data);
  };
  worker.on('message', take);
  return () => void worker.off('message', take);
}

function send(worker: Worker, order: Order): void {
  // A process that has ended needs no orders.
  worker.send(order, undefined, undefined, () => undefined);
}

const metricsWithinMs = 2000;
let questions = 0;

async function askForMetrics(
  worker: Worker,
  ended: Promise<void>,
): Promise<readonly object[] | null> {
  questions += 1;
  const id = questions;
  let stopListening = () => {};
  const answer = new Promise<readonly object[] | null>((resolve) => {
    stopListening = onReport(worker, (report) => {
      if (report.report === 'metrics' && report.id === id) resolve(report.values);
    });
    void ended.then(() => resolve(null));
  });
  send(worker, { order: 'metrics', id });
  const values = await inTime(afterRealTime, metricsWithinMs, answer, null);
  stopListening();
  return values;
}

/** Returns null if metrics are not enabled. */
async function openMetrics(
  { metrics: address }: Arguments,
  supervisor: Supervisor<ServingProcess>,
): Promise<MetricsServer | null> {
  if (address === undefined) return null;
  // This import is dynamic, because a service without metrics does not need the library.
  const { createGroupMetrics } = await import('./group-metrics.ts');
  return serveMetrics(address, createGroupMetrics(supervisor));
}
