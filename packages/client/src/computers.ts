// Reads computers and removals from answers of the service (docs/protocol.md#removing-a-computer).
import { type z } from 'zod';
import { type computer, type FailureAnswer, type resets } from '@latchkey/protocol/envelope.ts';
import { maxComputers, maxHandleLength } from '@latchkey/protocol/limits.ts';
import { type BoundComputer, type RemovalOffer, type Resets } from './facts.ts';
import { cleanName } from './seller-text.ts';
import { toMs } from './wire-time.ts';

type WireComputer = z.infer<typeof computer>;

export function readComputer(given: WireComputer): BoundComputer {
  const { id, name, system, lastSeen, until = null, held = false } = given;
  return {
    id,
    name: cleanName(name),
    system: cleanName(system),
    lastSeenAt: toMs(lastSeen),
    offlineUntil: toMs(until),
    isSeatHeld: held,
  };
}

/** Whether a request can contain the handle, which is printable ASCII without spaces. */
export function isUsableHandle({ id }: { readonly id: string }): boolean {
  return id.length <= maxHandleLength && /^[!-~]+$/.test(id);
}

/** Drops entries that no request could name, and those beyond the limit. */
export function usableComputers<Wire extends WireComputer>(
  given: readonly Wire[],
): readonly Wire[] {
  return given.filter(isUsableHandle).slice(0, maxComputers);
}

/** Counts are displayed, so they are whole numbers of at most four digits. */
export function readCount(given: number): number {
  return Math.min(Math.max(0, Math.floor(given)), 9999);
}

export function readResets({ left, next }: z.infer<typeof resets>): Resets {
  return { left: readCount(left), nextAt: toMs(next) };
}

/** Returns null if users of this service cannot remove computers. */
export function readRemovalOffer({
  computers = [],
  resets,
  ticket,
}: FailureAnswer): RemovalOffer | null {
  const usable = usableComputers(computers).map(readComputer);
  if (resets === undefined || usable.length === 0) return null;
  const { left, nextAt } = readResets(resets);
  // Without a ticket no removal is possible, whatever the number says.
  return {
    computers: usable,
    left: ticket === undefined ? 0 : left,
    nextAt,
    ticket: ticket ?? null,
  };
}
