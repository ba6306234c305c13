// Warns once a day that the service will soon reject this version, if the last check reported it.
import { isAt } from '../../../shared/phases.ts';
import { type UpdateSoon } from '../../../shared/update-soon.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { serviceHash } from '../session/service-hash.ts';
import { httpsAddress } from '@latchkey/client/https-address.ts';
import { cleanName } from '@latchkey/client/seller-text.ts';
import { toMs } from '@latchkey/client/wire-time.ts';
import { type CoreParts } from '../parts.ts';

export type UpdateSoonParts = Pick<
  CoreParts,
  'clock' | 'config' | 'publisher' | 'state' | 'updateSoon'
>;

const onceInMs = 24 * 3_600_000;

/** Replaces the warning with the one in the answer, null if it has none. */
export function noteUpdate(
  { updateSoon }: Pick<CoreParts, 'updateSoon'>,
  { update }: SuccessOf<'check'>,
): void {
  updateSoon.known =
    update === undefined
      ? null
      : {
          kind: 'update-soon',
          version: cleanName(update.version) || null,
          download: httpsAddress(update.download),
          by: toMs(update.by),
        };
}

/** Shows the warning unless another notice is shown. A clock that was set back does not delay. */
export function tellUpdate({ clock, config, publisher, state, updateSoon }: UpdateSoonParts): void {
  const { phase, notice } = publisher.session();
  const { known } = updateSoon;
  if (known === null || notice !== null || !isAt(phase, 'inside')) return;
  const service = serviceHash(config.service);
  const shownAt = state.get().updateToldAt;
  const now = clock.now();
  if (Math.abs(now - (shownAt[service] ?? 0)) < onceInMs) return;
  state.change({ updateToldAt: { ...shownAt, [service]: now } });
  publisher.notice(known);
}

/** The download URL of the visible warning; null: none. */
export function downloadTold({ publisher }: Pick<CoreParts, 'publisher'>): string | null {
  const { notice } = publisher.session();
  return notice?.kind === 'update-soon' ? (notice satisfies UpdateSoon).download : null;
}
