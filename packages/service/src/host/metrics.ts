// Collects the metrics of this process as Prometheus text (docs/operating.md#metrics).
// SECURITY: label values are names from our tables and lists, never text of a request.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Parts } from '../api/call.ts';
import { databaseLoad } from '../database/load.ts';
import type { RequestSummary } from '../http/request-log.ts';
import { inTime } from '../in-time.ts';
import type { Mailer } from '../outbound/mail.ts';
import type { After } from '../periodic-work.ts';
import { countRows, type RowCounts } from './metric-counts.ts';
import { notReadyReasons, type Readiness } from './readiness.ts';
import { plainMs, toUnixSeconds } from '@latchkey/protocol/units.ts';

export interface Metrics {
  readonly observe: (summary: RequestSummary) => void;
  readonly text: () => Promise<string>;
  /** The same values, for processes/group-metrics.ts. */
  readonly json: () => Promise<readonly object[]>;
  readonly contentType: string;
}

export interface MetricsParts extends Pick<Parts, 'db' | 'reader' | 'nowMs' | 'passwordQueue'> {
  readonly readiness: Pick<Readiness, 'reasons'>;
  readonly after: After;
  readonly dataFolder: string;
  readonly freeBytes: (folder: string) => Promise<number>;
  readonly mailer: Pick<Mailer, 'counts'> | null;
  /** Label of all values, if several processes report theirs together. */
  readonly process?: number | undefined;
}

/** The buckets of OpenTelemetry's `http.server.request.duration`, in seconds. */
const durationBuckets = [
  ...[0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
];

/** How long row counts are reused, because counting reads many rows. */
const countForMs = 10_000;
const countWithinMs = 1000;

export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry();
  if (parts.process !== undefined) registry.setDefaultLabels({ process: String(parts.process) });
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests by route, operation and outcome',
    labelNames: ['route', 'operation', 'outcome'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const gauges = createGauges(registry);
  const rows = countsOf(parts);
  const refusals = createRefusals(registry);
  if (parts.mailer !== null) countMails(registry, parts.mailer);
  const measure = async () => {
    measureProcess(gauges, parts);
    await Promise.all([measureReadiness(gauges, parts), measureRows(gauges, rows)]);
  };
  return {
    contentType: registry.contentType,
    observe({ route, operation, outcome, ms }) {
      duration.observe({ route, operation, outcome }, ms / 1000);
      if (isCounted(outcome)) refusals.inc({ outcome });
    },
    async text() {
      await measure();
      return registry.metrics();
    },
    async json() {
      await measure();
      return registry.getMetricsAsJSON();
    },
  };
}

/** Outcomes that alerts count. Each begins at 0, so that the first one is an increase. */
const countedOutcomes = ['internal', 'overloaded', 'rate-limited'] as const;

function isCounted(outcome: string): boolean {
  return countedOutcomes.some((counted) => counted === outcome);
}

function createRefusals(registry: Registry): Counter {
  const counter = new Counter({
    name: 'latchkey_requests_refused_total',
    help: 'Requests that failed, or were refused for lack of capacity',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of countedOutcomes) counter.inc({ outcome }, 0);
  return counter;
}

function countMails(registry: Registry, mailer: Pick<Mailer, 'counts'>): void {
  new Counter({
    name: 'latchkey_mails_total',
    help: 'Mails that the mail server accepted, and that could not be sent',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      const { sent, failed } = mailer.counts();
      this.inc({ outcome: 'sent' }, sent);
      this.inc({ outcome: 'failed' }, failed);
    },
  });
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({
      name: `latchkey_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
    });
  return {
    notReady: gauge('not_ready', '1 if the process is not ready for this reason', ['reason']),
    hashingRunning: gauge('hashing_running', 'Passwords that are being hashed'),
    hashingWaiting: gauge('hashing_waiting', 'Passwords that wait to be hashed'),
    connections: gauge('database_connections', 'Connections to PostgreSQL', ['state']),
    databaseWaiting: gauge('database_waiting', 'Work that waits for the database to be free'),
    walBytes: gauge('database_wal_bytes', "Length of SQLite's write-ahead log"),
    diskFree: gauge('disk_free_bytes', 'Free bytes on the disk of the data folder'),
    sessions: gauge('sessions', 'Sessions that have not expired'),
    pendingDeliveries: gauge('deliveries_pending', 'Webhook deliveries that are not sent yet'),
    overdue: gauge('deliveries_overdue_seconds', 'How long the oldest due delivery waits'),
    mailWait: gauge('mails_waiting_seconds', 'How long the oldest mail with keys waits'),
    runningJobs: gauge('jobs_running', 'Bulk changes that are not done'),
  };
}

function measureProcess(gauges: Gauges, { db, passwordQueue }: MetricsParts): void {
  const hashing = passwordQueue.load();
  gauges.hashingRunning.set(hashing.running);
  gauges.hashingWaiting.set(hashing.waiting);
  const { connections, waiting, walBytes } = databaseLoad(db);
  gauges.databaseWaiting.set(waiting);
  setOrRemove(gauges.walBytes, walBytes);
  if (connections === null) return;
  gauges.connections.set({ state: 'busy' }, connections.busy);
  gauges.connections.set({ state: 'idle' }, connections.idle);
}

async function measureReadiness(
  gauges: Gauges,
  { readiness, dataFolder, freeBytes }: MetricsParts,
): Promise<void> {
  const found = await readiness.reasons();
  for (const reason of notReadyReasons)
    gauges.notReady.set({ reason }, found.includes(reason) ? 1 : 0);
  setOrRemove(gauges.diskFree, await freeBytes(dataFolder).catch(() => null));
}

/** Without the database, these metrics are absent: old values would look like new ones. */
async function measureRows(gauges: Gauges, rows: () => Promise<RowCounts | null>): Promise<void> {
  const counts = await rows();
  setOrRemove(gauges.sessions, counts?.sessions);
  setOrRemove(gauges.pendingDeliveries, counts?.pendingDeliveries);
  setOrRemove(gauges.overdue, counts?.overdueSeconds);
  setOrRemove(gauges.mailWait, counts?.mailWaitSeconds);
  setOrRemove(gauges.runningJobs, counts?.runningJobs);
}

function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove();
  else gauge.set(value);
}

/** The returned function counts again after a while, and never twice at the same time. */
function countsOf({ reader, nowMs, after }: MetricsParts): () => Promise<RowCounts | null> {
  let countedAtMs = Number.NEGATIVE_INFINITY;
  let isCounting = false;
  let counts: Promise<RowCounts | null> = Promise.resolve(null);
  return () => {
    const now = nowMs();
    if (!isCounting && Math.abs(plainMs(now) - countedAtMs) >= countForMs) {
      countedAtMs = plainMs(now);
      isCounting = true;
      counts = countRows(reader, toUnixSeconds(now))
        .catch(() => null)
        .finally(() => {
          isCounting = false;
        });
    }
    return inTime(after, countWithinMs, counts, null);
  };
}
