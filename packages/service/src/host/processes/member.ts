// A process that another one started to serve requests (primary.ts). It takes orders from that
// process instead of signals, which systemd and terminals send to all processes of the service.
import cluster from 'node:cluster';
import type { Started } from '../announcement.ts';
import {
  memberForm,
  memberVariable,
  orderForm,
  type Membership,
  type Order,
  type Report,
} from './messages.ts';

export interface GroupMember extends Membership {
  /** Sends the metrics whenever the first process asks. The returned function stops that. */
  readonly reportMetrics: (read: () => Promise<readonly object[]>) => () => void;
  readonly reportStart: (started: Started) => void;
  /** Resolves when another process replaces this one. */
  readonly replaced: Promise<void>;
  /** Disconnects from the first process, so that this process can end. */
  readonly leave: () => void;
}

/** Returns null if no other process of the service started this one. */
export function groupMember(): GroupMember | null {
  const { worker } = cluster;
  if (worker === undefined) return null;
  const membership = memberForm.parse(JSON.parse(process.env[memberVariable] ?? ''));
  return {
    ...membership,
    reportMetrics(read) {
      return onOrder((order) => {
        if (order.order !== 'metrics') return;
        const { id } = order;
        void read().then(
          (values) => report({ report: 'metrics', id, values: [...values] }),
          () => report({ report: 'metrics', id, values: null }),
        );
      });
    },
    reportStart: (started) => report({ report: 'started', started }),
    replaced: new Promise((resolve) => {
      onOrder(({ order }) => {
        if (order === 'hand-over') resolve();
      });
    }),
    leave: () => worker.disconnect(),
  };
}

/** Returns a function that removes the listener. */
export function onOrder(listener: (order: Order) => void): () => void {
  const take = (message: unknown) => {
    const { success, data } = orderForm.safeParse(message);
    if (success) listener(data);
  };
  process.on('message', take);
  return () => void process.off('message', take);
}

function report(message: Report): void {
  // Without the first process, nobody needs the report: the process is about to end.
  process.send?.(message, undefined, undefined, () => undefined);
}
