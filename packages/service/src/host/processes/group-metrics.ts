// Collects the metrics of all processes of a group as one text. Each value has the label of its
// process, because a sum would fall, and look like a reset, when one process starts again.
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Metrics } from '../metrics.ts';

interface Group {
  readonly restarts: number;
  readonly current: readonly { readonly metrics: () => Promise<readonly object[] | null> }[];
}

export function createGroupMetrics(group: Group): Pick<Metrics, 'text' | 'contentType'> {
  const registry = new Registry();
  const answering = new Gauge({
    name: 'latchkey_processes',
    help: 'Processes of the service that report their metrics',
    registers: [registry],
  });
  const restarts = new Counter({
    name: 'latchkey_process_restarts_total',
    help: 'Processes that were started again because they ended without an order',
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    async text() {
      const answers = await Promise.all(group.current.map((child) => child.metrics()));
      const reports = answers.filter((values) => values !== null);
      answering.set(reports.length);
      restarts.reset();
      restarts.inc(group.restarts);
      const own = await registry.getMetricsAsJSON();
      return AggregatorRegistry.aggregate([...reports.map((values) => [...values]), own]).metrics();
    },
  };
}
