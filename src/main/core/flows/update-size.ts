// Measures the download of an offered update, so that its button names the bytes it really needs.
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import type { ProgramStore } from '../delivery/ports.ts';
import { newerOffer, type DeliveryState } from './delivery-facts.ts';

export interface UpdateSize {
  /** Measures the offered update, unless that was already tried. */
  readonly measure: () => void;
  /** Measures again, because the files on the disk have changed. */
  readonly measureAgain: () => void;
}

export interface UpdateSizeParts {
  readonly store: Pick<ProgramStore, 'downloadSize'>;
  readonly known: () => DeliveryState;
  readonly learn: (news: Pick<DeliveryState, 'updateSize'>) => void;
}

export function createUpdateSize({ store, known, learn }: UpdateSizeParts): UpdateSize {
  let measured: string | null = null;
  let stop = (): void => undefined;
  const run = async (offer: OfferedRelease): Promise<void> => {
    stop();
    const controller = new AbortController();
    stop = () => controller.abort();
    const bytes = await store.downloadSize(offer, controller.signal);
    if (!controller.signal.aborted && bytes !== null)
      learn({ updateSize: { manifestSha256: offer.manifestSha256, bytes } });
  };
  const measure = (): void => {
    const offer = known().installed ? newerOffer(known()) : null;
    if (offer?.manifestSha256 === measured) return;
    measured = offer?.manifestSha256 ?? null;
    if (offer === null) stop();
    else void run(offer);
  };
  return {
    measure,
    measureAgain() {
      measured = null;
      measure();
    },
  };
}
