// Opens the monitoring of the process: its readiness, and its metrics if they are enabled.
import type { RequestSummary } from '../http/request-log.ts';
import { serveMetrics, type MetricsAddress } from './metrics-server.ts';
import type { Metrics, MetricsParts } from './metrics.ts';
import type { GroupMember } from './processes/member.ts';
import { Readiness, type ReadinessParts } from './readiness.ts';

export interface Monitoring {
  readonly readiness: Readiness;
  readonly observe: (summary: RequestSummary) => void;
  /** Null without metrics, and in a group of processes, whose first process serves them. */
  readonly metricsUrl: string | null;
  readonly close: () => Promise<void>;
}

export interface MonitoringOptions {
  readonly metrics?: MetricsAddress | undefined;
  readonly group?: GroupMember | undefined;
}

/** Throws StartProblem if the address of the metrics is unusable. */
export async function openMonitoring(
  { metrics: address, group }: MonitoringOptions,
  parts: ReadinessParts & Omit<MetricsParts, 'readiness' | 'process'>,
): Promise<Monitoring> {
  const readiness = new Readiness(parts);
  const nothing = () => undefined;
  if (address === undefined)
    return { readiness, observe: nothing, metricsUrl: null, close: () => Promise.resolve() };
  // This import is dynamic, because a service without metrics does not need the library.
  const { createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics({ ...parts, readiness, process: group?.number });
  const { url, close } = await publish(metrics, address, group);
  return { readiness, observe: metrics.observe, metricsUrl: url, close };
}

async function publish(
  metrics: Metrics,
  address: MetricsAddress,
  group: GroupMember | undefined,
): Promise<{ readonly url: string | null; readonly close: () => Promise<void> }> {
  if (group === undefined) return serveMetrics(address, metrics);
  const stop = group.reportMetrics(metrics.json);
  return { url: null, close: () => Promise.resolve().then(stop) };
}
