// Opens what watches the process: its readiness, and its metrics if they are wanted.
import type { RequestSummary } from '../http/request-log.ts';
import { serveMetrics, type MetricsAddress } from './metrics-server.ts';
import type { MetricsParts } from './metrics.ts';
import { Readiness, type ReadinessParts } from './readiness.ts';

export interface Monitoring {
  readonly readiness: Readiness;
  readonly observe: (summary: RequestSummary) => void;
  /** Null without metrics. */
  readonly metricsUrl: string | null;
  readonly close: () => Promise<void>;
}

/** Throws StartProblem if the address of the metrics is unusable. */
export async function openMonitoring(
  address: MetricsAddress | undefined,
  parts: ReadinessParts & Omit<MetricsParts, 'readiness'>,
): Promise<Monitoring> {
  const readiness = new Readiness(parts);
  const nothing = () => undefined;
  if (address === undefined)
    return { readiness, observe: nothing, metricsUrl: null, close: () => Promise.resolve() };
  // This import is dynamic, because a service without metrics does not need the library.
  const { createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics({ ...parts, readiness });
  const { url, close } = await serveMetrics(address, metrics);
  return { readiness, observe: metrics.observe, metricsUrl: url, close };
}
