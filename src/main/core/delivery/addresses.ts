// Where the parts of one release lie at present: sealed addresses age, and are asked for anew once for all that found them old.
import type { InstallRun } from './ports.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';

export interface Addresses {
  readonly now: () => Sealed;
  /** After `old` was refused. false: it is not offered any more, or another release is. */
  readonly renew: (old: Sealed) => Promise<boolean>;
}

/** SECURITY: they carry tickets: neither logged nor put into an Error. */
export interface Sealed {
  readonly manifest: string;
  /** A chunk's `storedSha256` completes it. */
  readonly chunks: string;
}

export function createAddresses(
  baseUrl: string,
  offer: OfferedRelease,
  renew: InstallRun['renew'],
): Addresses {
  const base = baseUrl.replace(/\/+$/, '');
  const sealedOf = ({ manifest, chunks }: OfferedRelease): Sealed => ({
    manifest: base + manifest,
    chunks: base + chunks,
  });
  let sealed = sealedOf(offer);
  let under: Promise<boolean> | null = null;
  const ask = async (): Promise<boolean> => {
    const fresh = await renew();
    if (fresh?.manifestSha256 !== offer.manifestSha256) return false;
    sealed = sealedOf(fresh);
    return true;
  };
  return {
    now: () => sealed,
    renew(old) {
      if (old !== sealed) return Promise.resolve(true);
      under ??= ask().finally(() => (under = null));
      return under;
    },
  };
}
