// Decides at each start what to do about a pending update of the loader. A version that cannot be
// installed, or that does not reach its first screen, must not be tried for ever.
import { loaderVersionForm } from '@latchkey/protocol/release/loader.ts';
import { type PendingLoaderUpdate } from '../saved-state.ts';

/** After this number of failed attempts, a version is not installed any more. */
export const maxAttempts = 2;
/** A version that has not reached its first screen in this number of starts is replaced. */
const maxStarts = 3;

export interface StartPlan {
  /** `open`: open the window. `install`: install the release. `undo`: restore the old package. */
  readonly act: 'open' | 'install' | 'undo';
  /** The state to save before the act. */
  readonly pending: PendingLoaderUpdate | null;
}

/** `version`: the version of the package that starts. */
export function planStart(pending: PendingLoaderUpdate, version: string): StartPlan {
  const isNewer = isHigherVersion(pending.version, version);
  const open = (kept: PendingLoaderUpdate | null): StartPlan => ({ act: 'open', pending: kept });
  switch (pending.stage) {
    case 'ready':
      return isNewer ? planAttempt(pending) : open(null);
    case 'installing':
      // If the new version runs, the old one was killed between the replacement and its record.
      return isNewer ? planAttempt(pending) : planNewVersion(pending);
    case 'placed':
      return planNewVersion(pending);
    case 'undoing':
      return isNewer ? open({ ...pending, stage: 'failed' }) : { act: 'undo', pending };
    case 'failed':
      // Otherwise the user has installed this version, or a newer one.
      return open(isNewer ? pending : null);
  }
}

function planAttempt(pending: PendingLoaderUpdate): StartPlan {
  return pending.attempts < maxAttempts
    ? { act: 'install', pending }
    : { act: 'open', pending: { ...pending, stage: 'failed' } };
}

function planNewVersion(pending: PendingLoaderUpdate): StartPlan {
  if (pending.starts >= maxStarts)
    return { act: 'undo', pending: { ...pending, stage: 'undoing' } };
  return { act: 'open', pending: { ...pending, stage: 'placed', starts: pending.starts + 1 } };
}

/** Compares versions of three numbers. Any other version is not higher. */
export function isHigherVersion(offered: string, current: string): boolean {
  if (!loaderVersionForm.test(offered) || !loaderVersionForm.test(current)) return false;
  const [numbers, own] = [offered.split('.').map(Number), current.split('.').map(Number)];
  const at = numbers.findIndex((number, index) => number !== own[index]);
  return (numbers[at] ?? 0) > (own[at] ?? 0);
}

/**
 * Installers refuse a lower version. The sequence counts too, because a release can have a file of
 * an older version, which would be installed again after each start.
 */
export function isNewerLoader(
  offer: { readonly version: string; readonly sequence: number },
  { version }: { readonly version: string },
  /** The release that this package came from, unless the user has installed another one since. */
  release: { readonly sequence: number; readonly version: string } | null,
): boolean {
  const isKnown = release?.version === version;
  return isHigherVersion(offer.version, version) && (!isKnown || offer.sequence > release.sequence);
}
