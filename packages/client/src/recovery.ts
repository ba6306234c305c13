// Reads recovery codes and account events from answers of the service
// (docs/protocol.md#recovery-codes, docs/protocol.md#account-events).
import { type AccountEventAnswer } from '@latchkey/protocol/client/common.ts';
import { recoveryCodeCount } from '@latchkey/protocol/limits.ts';
import { readRecoveryCode } from '@latchkey/protocol/typed-text.ts';
import { type AccountEvent, accountEventKinds } from './facts.ts';
import { cleanName } from './seller-text.ts';
import { toMs } from './wire-time.ts';

/** Returns null unless the answer has a whole set of different codes in the known form. */
export function readRecoveryCodes(codes: readonly string[] = []): readonly string[] | null {
  const isWhole = codes.length === recoveryCodeCount && new Set(codes).size === codes.length;
  return isWhole && codes.every((code) => readRecoveryCode(code) === code) ? codes : null;
}

const maxEvents = 10;
const eventSources = ['user', 'seller', 'link'] as const;

/** Drops events of kinds that this version does not know. */
export function readAccountEvents(events: readonly AccountEventAnswer[] = []): AccountEvent[] {
  return events
    .flatMap(({ event, at, computer, by }) => {
      const kind = accountEventKinds.find((one) => one === event);
      const source = eventSources.find((one) => one === by);
      if (kind === undefined || source === undefined) return [];
      return [{ kind, at: toMs(at), computer: cleanName(computer), by: source }];
    })
    .slice(0, maxEvents);
}
