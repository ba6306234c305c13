// Downloads and verifies newer releases of the loader itself (docs/protocol.md#loader-releases).
// Asks at the start, every six hours, and when the service refuses this version. Needs no session.
import { type LoaderUpdate } from '../../../shared/loader-update.ts';
import { type Licensing } from '@latchkey/client/licensing.ts';
import { type OfferedRelease, readOffer } from '@latchkey/client/offered-release.ts';
import { type RandomHex } from '@latchkey/client/ports.ts';
import { createTurn, type Turn } from '@latchkey/client/turn.ts';
import { loaderVersionForm } from '@latchkey/protocol/release/loader.ts';
import { actionLimitMs } from '../command-runner.ts';
import { type ProgramStore } from '../delivery/ports.ts';
import { type CoreParts } from '../parts.ts';

export interface LoaderUpdateHost {
  /** Holds the newest verified release of the loader, whose only file is its package. */
  readonly store: Pick<ProgramStore, 'installed' | 'install'>;
  /** The name in manifests, such as `linux-x64`. */
  readonly platform: string;
  readonly channel: string;
  /** The version of this package: three numbers. */
  readonly version: string;
  /** The release that this package came from; null if the user installed it otherwise. */
  readonly sequence: number | null;
}

export interface LoaderUpdatesParts extends Pick<
  CoreParts,
  'clock' | 'failures' | 'jitter' | 'log' | 'publisher' | 'state'
> {
  /** Separate from the session's, because these answers say nothing about the screen. */
  readonly licensing: Licensing;
  readonly randomHex: RandomHex;
}

export interface LoaderUpdates {
  readonly start: () => void;
  /** Asks if the phase has changed to `update-required`. Called after each action. */
  readonly refresh: () => void;
  readonly stop: () => void;
  /** Resolves when no download runs. */
  readonly settled: () => Promise<void>;
}

const askEveryMs = 6 * 3_600_000;
/** An answer that is not older is not requested again. */
const freshMs = 10 * 60_000;

export function createLoaderUpdates(
  parts: LoaderUpdatesParts,
  host: LoaderUpdateHost,
): LoaderUpdates {
  const { clock, failures, jitter, publisher } = parts;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let answeredAt: number | null = null;
  let wasRequired = false;
  let cancelTimer = (): void => undefined;

  const run = async (): Promise<void> => {
    const answer = await askWithLimit(parts, host, stopping.signal);
    if (answer === null) return;
    answeredAt = clock.now();
    publisher.loaderUpdate(await bring(parts, host, answer.offer, stopping.signal));
  };
  const ask = (): void => {
    if (running !== null || stopping.signal.aborted) return;
    cancelTimer();
    running = run()
      .catch((error: unknown) => void failures.defect('updating the loader failed', error))
      .finally(() => {
        running = null;
        if (stopping.signal.aborted) return;
        // Jitter, so that loaders that started together do not ask together.
        cancelTimer = clock.after(Math.round(askEveryMs * (0.9 + jitter() / 5)), ask);
      });
  };
  const isFresh = (): boolean =>
    answeredAt !== null && Math.abs(clock.now() - answeredAt) < freshMs;
  return {
    start() {
      if (!isFresh()) ask();
    },
    refresh() {
      const isRequired = publisher.phase().kind === 'update-required';
      if (isRequired && !wasRequired && !isFresh()) ask();
      wasRequired = isRequired;
    },
    stop() {
      cancelTimer();
      stopping.abort();
    },
    settled: () => running ?? Promise.resolve(),
  };
}

/** Returns the update once it is downloaded and verified, or null if there is none. */
async function bring(
  parts: LoaderUpdatesParts,
  host: LoaderUpdateHost,
  offer: OfferedRelease | null,
  signal: AbortSignal,
): Promise<LoaderUpdate | null> {
  if (offer === null || !isNewer(offer, host)) return null;
  const { version, notes } = offer;
  const present = await host.store.installed();
  if (present?.manifestSha256 === offer.manifestSha256) return { version, notes };
  const done = await host.store.install(offer, {
    signal,
    progress: () => undefined,
    renew: async () => (await askWithLimit(parts, host, signal))?.offer ?? null,
  });
  if (done.ok) {
    parts.log.info('loader-update-brought', { version, fetchedBytes: done.fetchedBytes });
    return { version, notes };
  }
  parts.log.warn('loader-update-failed', { version, cause: done.problem.kind });
  return null;
}

/** Returns null if there is no verified answer. */
async function askWithLimit(
  parts: LoaderUpdatesParts,
  host: LoaderUpdateHost,
  signal: AbortSignal,
): Promise<{ readonly offer: OfferedRelease | null } | null> {
  const turn = createTurn(parts.clock);
  const stop = (): void => turn.end('cancelled');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  turn.setTimeLimit(actionLimitMs);
  try {
    return await askForRelease(parts, host, turn);
  } finally {
    turn.close();
    signal.removeEventListener('abort', stop);
  }
}

async function askForRelease(
  { licensing, log, randomHex, state }: LoaderUpdatesParts,
  { platform, channel }: LoaderUpdateHost,
  turn: Turn,
): Promise<{ readonly offer: OfferedRelease | null } | null> {
  const install = state.get().install ?? randomHex().slice(0, 16);
  if (state.get().install === null) state.change({ install });
  const request = { kind: 'loader', install, platform, channel } as const;
  const reply = await licensing.call(turn, 'release', request);
  const offer = reply.ok ? readOffer(reply.value) : null;
  if (reply.ok && offer !== 'bad') return { offer };
  log.info('loader release not read', { code: reply.ok ? 'bad-reply' : reply.refusal.facts.code });
  return null;
}

/**
 * Installers refuse a lower version. The sequence counts too, because a release can have a file of
 * an older version, which would be installed again after each start.
 */
function isNewer(
  offer: Pick<OfferedRelease, 'version' | 'sequence'>,
  { version, sequence }: Pick<LoaderUpdateHost, 'version' | 'sequence'>,
): boolean {
  return isHigher(offer.version, version) && (sequence === null || offer.sequence > sequence);
}

/** Compares versions of three numbers. Any other version is not higher. */
function isHigher(offered: string, current: string): boolean {
  if (!loaderVersionForm.test(offered) || !loaderVersionForm.test(current)) return false;
  const [numbers, own] = [offered.split('.').map(Number), current.split('.').map(Number)];
  const at = numbers.findIndex((number, index) => number !== own[index]);
  return (numbers[at] ?? 0) > (own[at] ?? 0);
}
