// The messages between the first process of a group and those that it starts, which serve requests.
import { z } from 'zod';
import type { Started } from '../announcement.ts';

/** The position of a process in its group, passed in its environment. */
export const memberForm = z.object({
  /** Counts from 1. A process that replaces another one has the same number. */
  number: z.int().positive(),
  count: z.int().positive(),
  /** Only for the first start of process 1, while no other process serves the data. */
  mayMigrate: z.boolean(),
});
export type Membership = z.infer<typeof memberForm>;

export const memberVariable = 'LATCHKEY_PROCESS';

export const orderForm = z.discriminatedUnion('order', [
  /** Drain, finish the requests in flight, and end. */
  z.object({ order: z.literal('stop') }),
  /** Leave new connections to the process that replaces this one, and end. */
  z.object({ order: z.literal('hand-over') }),
  z.object({ order: z.literal('metrics'), id: z.int() }),
]);
export type Order = z.infer<typeof orderForm>;

export const reportForm = z.discriminatedUnion('report', [
  z.object({ report: z.literal('started'), started: z.custom<Started>() }),
  z.object({
    report: z.literal('metrics'),
    id: z.int(),
    values: z.array(z.custom<object>()).nullable(),
  }),
]);
export type Report = z.infer<typeof reportForm>;
