// Builds the texts of account states that contain facts.
import type { DeviceRequest } from '../shared/device-request.ts';
import type { Phase } from '../shared/session.ts';
import type { Lapsed } from '@latchkey/client/facts.ts';
import type { Copy } from './copy.ts';
import { formatDateTime, formatEnd } from './dates.ts';
import { fill, joinSentences } from './sentences.ts';
import { supportCode } from '../shared/support-code.ts';

/** How the user can extend a subscription; null if it is not possible. */
export type RenewalOptions = 'both' | 'redeem' | 'renew' | null;

/**
 * States which subscription ended, when it ended if known, and the next step. `now`: the service's
 * time in unix milliseconds, or null if unknown.
 */
export function endedText(
  copy: Copy,
  lapsed: readonly Lapsed[],
  renewal: RenewalOptions,
  now: number | null,
): string {
  return joinSentences(
    endedSentence(copy, lapsed, now),
    renewal && copy.expired.nextSteps[renewal],
  );
}

/** `now`: the service's time in unix milliseconds. */
export function endsSoonText(copy: Copy, at: number, now: number, renewal: RenewalOptions): string {
  const { endsSoonAt, endsSoonNextSteps } = copy.notice;
  const when = fill(endsSoonAt, { date: formatEnd(copy, at, now) });
  return joinSentences(when, renewal && endsSoonNextSteps[renewal]);
}

export function neverText({ never }: Copy, renewal: RenewalOptions): string {
  return joinSentences(
    never.text,
    renewal === 'both' || renewal === 'redeem' ? never.redeem : null,
  );
}

function endedSentence(copy: Copy, lapsed: readonly Lapsed[], now: number | null): string {
  const { expired } = copy;
  const [only] = lapsed;
  if (lapsed.length > 1) return expired.several;
  if (only === undefined || only.name === '') return expired.plain;
  const { name, expiresAt } = only;
  return expiresAt === null
    ? fill(expired.one, { name })
    : fill(expired.oneAt, { name, date: formatEnd(copy, expiresAt, now) });
}

export function pausedText(copy: Copy, lapsed: readonly Lapsed[], brand: string): string {
  const paused = lapsed.filter((one) => one.paused);
  const [only] = paused;
  if (only === undefined || only.name === '' || paused.length > 1)
    return fill(copy.paused.text, { brand });
  return fill(copy.paused.named, { name: only.name, brand });
}

type WrongDevice = Extract<Phase, { readonly kind: 'wrong-device' }>;

/** Returns a complete message to the brand. SECURITY: it has the short id, never the full one. */
export function resetRequest({ wrongDevice }: Copy, brand: string, phase: WrongDevice): string {
  return fill(wrongDevice.message, {
    brand,
    name: phase.username,
    device: phase.shortDeviceId,
    code: supportCode(phase.report),
  });
}

/** Returns all data that was sent to the brand, and the time of sending. */
export function deviceReceipt(copy: Copy, brand: string, receipt: DeviceRequest): string {
  const { username: name, shortDeviceId: device, sentAt } = receipt;
  return fill(copy.wrongDevice.receipt, {
    brand,
    name,
    device,
    date: formatDateTime(copy, sentAt),
  });
}
