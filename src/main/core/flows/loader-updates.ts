// Downloads and verifies newer releases of the loader itself (docs/protocol.md#loader-releases).
// Asks at the start, every six hours, and when the service refuses this version. Needs no session.
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { type LoaderUpdate } from '../../../shared/loader-update.ts';
import { type Licensing } from '@latchkey/client/licensing.ts';
import { type OfferedRelease, readOffer } from '@latchkey/client/offered-release.ts';
import { type RandomHex } from '@latchkey/client/ports.ts';
import { createTurn, type Turn } from '@latchkey/client/turn.ts';
import { type Action, actionLimitMs } from '../command-runner.ts';
import { type ProgramStore } from '../delivery/ports.ts';
import { type CoreParts } from '../parts.ts';
import { type PendingLoaderUpdate } from '../saved-state.ts';
import { installLoader, type LoaderInstaller } from './loader-install.ts';
import { isNewerLoader } from './loader-start.ts';

export interface LoaderUpdateHost {
  /** The name in manifests, such as `linux-x64`. */
  readonly platform: string;
  readonly channel: string;
  /** The version of this package: three numbers. */
  readonly version: string;
  /** Null if this kind of package cannot be replaced. The user then gets a message only. */
  readonly replacement: {
    /** Holds the newest verified release of the loader, whose only file is its package. */
    readonly store: Pick<ProgramStore, 'installed' | 'install' | 'ready'>;
    readonly installer: LoaderInstaller;
    /** Resolves when all changes of the state are on the disk; to false if they are not. */
    readonly saved: () => Promise<boolean>;
  } | null;
}

export interface LoaderUpdatesParts extends Pick<
  CoreParts,
  'clock' | 'failures' | 'jitter' | 'log' | 'publisher' | 'state' | 'updateWarning'
> {
  /** Separate from the session's, because these answers say nothing about the screen. */
  readonly licensing: Licensing;
  readonly randomHex: RandomHex;
}

export interface LoaderUpdates {
  readonly start: () => void;
  /** Asks now. Resolves to the version of a newer loader, which is then downloaded, or to null. */
  readonly check: () => Promise<string | null>;
  /** Called after each action. Asks if the phase has changed to `update-required`. */
  readonly refresh: () => void;
  /** Installs the verified release and restarts the loader. */
  readonly install: (action: Action) => Promise<Result<null>>;
  readonly stop: () => void;
  /** Resolves when no download runs. */
  readonly settled: () => Promise<void>;
}

const askEveryMs = 6 * 3_600_000;
/** A newer answer is not requested again. */
const freshMs = 10 * 60_000;

export function createLoaderUpdates(
  parts: LoaderUpdatesParts,
  host: LoaderUpdateHost,
): LoaderUpdates {
  const stopping = new AbortController();
  const asking = createAsking(parts, host, stopping.signal);
  let wasRequired = false;
  return {
    start() {
      if (!asking.isFresh()) asking.ask();
    },
    check: () => asking.check(),
    refresh() {
      const isRequired = parts.publisher.phase().kind === 'update-required';
      if (isRequired && !wasRequired && !asking.isFresh()) asking.ask();
      wasRequired = isRequired;
      showDownload(parts);
    },
    install: (action) => installNow(parts, host, action),
    stop() {
      asking.cancel();
      stopping.abort();
    },
    settled: asking.settled,
  };
}

function createAsking(parts: LoaderUpdatesParts, host: LoaderUpdateHost, signal: AbortSignal) {
  const { clock, failures, jitter, publisher, state } = parts;
  const bring = createBringing(parts, host, signal);
  let running: Promise<void> | null = null;
  let answeredAt: number | null = null;
  let cancelTimer = (): void => undefined;

  const request = async () => {
    const answer = await askWithLimit(parts, host, signal);
    if (answer !== null) answeredAt = clock.now();
    return answer;
  };
  const ask = (answered: ReturnType<typeof request> | null = null): void => {
    if (running !== null || signal.aborted) return;
    cancelTimer();
    const run = async (): Promise<void> => {
      const answer = await (answered ?? request());
      if (answer !== null) publisher.loaderUpdate(await bring(answer.offer));
    };
    running = run()
      .catch((error: unknown) => void failures.defect('updating the loader failed', error))
      .finally(() => {
        running = null;
        if (signal.aborted) return;
        // Jitter, so that loaders that started together do not ask together.
        cancelTimer = clock.after(Math.round(askEveryMs * (0.9 + jitter() / 5)), () => ask());
      });
  };
  return {
    ask,
    async check(): Promise<string | null> {
      const answered = request();
      ask(answered);
      const offer = (await answered.catch(() => null))?.offer ?? null;
      const { loaderRelease } = state.get();
      return offer !== null && isNewerLoader(offer, host, loaderRelease) ? offer.version : null;
    },
    isFresh: () => answeredAt !== null && Math.abs(clock.now() - answeredAt) < freshMs,
    cancel: () => cancelTimer(),
    settled: () => running ?? Promise.resolve(),
  };
}

/** A session check may have reported the page after the release was offered. */
function showDownload({ publisher, updateWarning }: LoaderUpdatesParts): void {
  const { loaderUpdate: shown } = publisher.session();
  const download = updateWarning.current?.download ?? null;
  if (shown?.how === 'download' && download !== null)
    publisher.loaderUpdate({ ...shown, download });
}

/** Installs what the window offers. On a failure the window follows the saved state. */
async function installNow(
  { failures, log, publisher, state }: LoaderUpdatesParts,
  { replacement, version }: LoaderUpdateHost,
  action: Action,
): Promise<Result<null>> {
  const { loaderUpdate: shown } = publisher.session();
  const { loaderUpdate: pending } = state.get();
  if (shown?.how !== 'restart' || pending === null || replacement === null)
    return fail(failures.make({ code: 'loader-not-updated' }));
  // A cancelled installation would still restart the loader.
  action.commit();
  const { store, installer, saved } = replacement;
  const local = { get: state.get, change: state.change, settled: saved };
  if (await installLoader({ store, installer, state: local, version, log }, pending))
    return ok(null);
  const failure = failures.make({ code: 'loader-not-updated' });
  if (state.get().loaderUpdate?.stage === 'failed')
    publisher.loaderUpdate({ ...shown, how: 'download', failure });
  return fail(failure);
}

type Bring = (offer: OfferedRelease | null) => Promise<LoaderUpdate | null>;

/** Returns the update once it is downloaded and verified, or null if there is none. */
function createBringing(
  parts: LoaderUpdatesParts,
  host: LoaderUpdateHost,
  signal: AbortSignal,
): Bring {
  const { failures, state, updateWarning } = parts;
  // One support code for each run of the program.
  let failure: Failure | null = null;
  return async (offer) => {
    const pending = state.get().loaderUpdate;
    if (offer === null || !isNewerLoader(offer, host, state.get().loaderRelease)) {
      // SECURITY: a retracted release is not installed at the next start.
      if (pending?.stage === 'ready') state.change({ loaderUpdate: null });
      return null;
    }
    const { version, notes } = offer;
    const download = updateWarning.current?.download ?? null;
    const byUser = { version, notes, how: 'download', download } as const;
    if (host.replacement === null) return { ...byUser, failure: null };
    const isSame = pending?.version === version && pending.sequence === offer.sequence;
    if (isSame && pending.stage === 'failed') {
      failure ??= failures.make({ code: 'loader-not-updated' });
      return { ...byUser, failure };
    }
    if (!(await fetchPackage(parts, host, offer, signal))) return null;
    if (!isSame) state.change({ loaderUpdate: freshOf(offer) });
    return { version, notes, how: 'restart', failure: null, download: null };
  };
}

function freshOf({ version, sequence }: OfferedRelease): PendingLoaderUpdate {
  return { version, sequence, stage: 'ready', attempts: 0, starts: 0, previousSha256: null };
}

/** Returns true if the verified package is on the disk. */
async function fetchPackage(
  parts: LoaderUpdatesParts,
  host: LoaderUpdateHost,
  offer: OfferedRelease,
  signal: AbortSignal,
): Promise<boolean> {
  const { replacement } = host;
  const { version, manifestSha256 } = offer;
  if (replacement === null) return false;
  const present = await replacement.store.installed();
  if (present?.manifestSha256 === manifestSha256) return true;
  const done = await replacement.store.install(offer, {
    signal,
    progress: () => undefined,
    renew: async () => (await askWithLimit(parts, host, signal))?.offer ?? null,
  });
  if (done.ok)
    parts.log.info('loader-update-brought', { version, fetchedBytes: done.fetchedBytes });
  else parts.log.warn('loader-update-failed', { version, cause: done.problem.kind });
  return done.ok;
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
