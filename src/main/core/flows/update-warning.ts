// Warns once a day that the service will soon reject this version, if the last check reported it.
import { isInGroup } from '../../../shared/phases.ts';
import { type UpdateWarning } from '../../../shared/update-warning.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { serviceHash } from '../session/service-hash.ts';
import { httpsAddress } from '@latchkey/client/https-address.ts';
import { cleanName } from '@latchkey/client/seller-text.ts';
import { toMs } from '@latchkey/client/wire-time.ts';
import { type CoreParts } from '../parts.ts';

export type UpdateWarningParts = Pick<
  CoreParts,
  'clock' | 'config' | 'publisher' | 'state' | 'updateWarning'
>;

const warningIntervalMs = 24 * 3_600_000;

/** Replaces the warning with the one in the answer, null if it has none. */
export function recordUpdateWarning(
  { updateWarning }: Pick<CoreParts, 'updateWarning'>,
  { update }: SuccessOf<'check'>,
): void {
  updateWarning.current =
    update === undefined
      ? null
      : {
          kind: 'update-soon',
          version: cleanName(update.version) || null,
          download: httpsAddress(update.download),
          supportedUntil: toMs(update.by),
        };
}

/** Shows the warning unless another notice is shown. A clock set back does not delay it. */
export function showUpdateWarning({
  clock,
  config,
  publisher,
  state,
  updateWarning,
}: UpdateWarningParts): void {
  const { phase, notice, loaderUpdate } = publisher.session();
  const { current } = updateWarning;
  if (current === null || notice !== null || !isInGroup(phase, 'inside')) return;
  // The message about a verified update has a button that is enough.
  if (loaderUpdate?.how === 'restart') return;
  const service = serviceHash(config.service);
  const shownAt = state.get().updateToldAt;
  const now = clock.now();
  if (Math.abs(now - (shownAt[service] ?? 0)) < warningIntervalMs) return;
  state.change({ updateToldAt: { ...shownAt, [service]: now } });
  publisher.notice(current);
}

/** Returns the download URL of the visible warning, or null. */
export function shownUpdateDownload({ publisher }: Pick<CoreParts, 'publisher'>): string | null {
  const { notice } = publisher.session();
  return notice?.kind === 'update-soon' ? (notice satisfies UpdateWarning).download : null;
}
