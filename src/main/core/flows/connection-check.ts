// The connection check on request, and the automatic one of an outage.
// SECURITY: it uses a separate client, whose answers decide nothing and change no state.
import { ok, type Result } from '../../../shared/failure.ts';
import { createServiceTime } from '@latchkey/client/service-time.ts';
import { type RandomHex } from '@latchkey/client/ports.ts';
import { type ControlledTurn, createTurn, type Turn } from '@latchkey/client/turn.ts';
import { type CheckHost } from '../connection-check/ports.ts';
import {
  brokenCheck,
  checkLimitMs,
  runChecks,
  type RunParts,
} from '../connection-check/run-checks.ts';
import { openLicensing } from '../open-service.ts';
import { type Vault } from '../ports.ts';
import { type CoreParts } from '../parts.ts';
import { createOutageChecks, failureOfOutage, type OutageParts, requestedWait } from './outage.ts';

export interface ConnectionCheckParts {
  readonly checkHost?: CheckHost;
  readonly randomHex: RandomHex;
  readonly vault: Pick<Vault, 'ability'>;
}

type Needed = OutageParts &
  Pick<CoreParts, 'config' | 'device' | 'failures' | 'log' | 'loaderVersion' | 'sentRequests'>;

export interface ConnectionChecks {
  /** Resolves when the check has finished. A second call waits for the same check. */
  readonly run: () => Promise<Result<null>>;
  /** Plans the check of an outage; called after each action. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

/** From the start of a requested check to the start of the next. */
const minGapMs = 5000;

interface Running {
  readonly turn: ControlledTurn;
  readonly isAutomatic: boolean;
  readonly done: Promise<Result<null>>;
}

export function createConnectionChecks(
  core: Needed,
  parts: ConnectionCheckParts,
): ConnectionChecks {
  const { clock } = core;
  const { checkHost } = parts;
  let running: Running | null = null;
  let nextMs = 0;
  let isStopped = false;

  const start = (host: CheckHost, isAutomatic: boolean): Promise<Result<null>> => {
    running?.turn.end('cancelled');
    const turn = createTurn(clock);
    const work = async (): Promise<Result<null>> => {
      await pause(core, turn, nextMs - clock.elapsed());
      if (!isAutomatic) nextMs = clock.elapsed() + minGapMs;
      if (turn.ended() === null) await runCheck(core, parts, host, turn, isAutomatic);
      turn.close();
      if (running?.turn === turn) running = null;
      return ok(null);
    };
    const done = work();
    running = { turn, isAutomatic, done };
    return done;
  };
  const outages = createOutageChecks(core, {
    start: () => checkHost !== undefined && void start(checkHost, true),
    isRequested: () => running?.isAutomatic === false,
    cancel: () => running?.isAutomatic === true && running.turn.end('cancelled'),
  });
  return {
    run() {
      if (checkHost === undefined || isStopped) return Promise.resolve(ok(null));
      outages.stop();
      return running?.isAutomatic === false ? running.done : start(checkHost, false);
    },
    refresh: outages.refresh,
    stop() {
      isStopped = true;
      outages.stop();
      running?.turn.end('cancelled');
    },
  };
}

async function runCheck(
  core: Needed,
  { randomHex, vault }: ConnectionCheckParts,
  host: CheckHost,
  turn: ControlledTurn,
  isAutomatic: boolean,
): Promise<void> {
  const { clock, publisher, failures, log } = core;
  const startedAt = clock.now();
  const began = clock.elapsed();
  turn.setTimeLimit(checkLimitMs);
  const publish: RunParts['publish'] = (found) => {
    if (turn.ended() !== 'cancelled') publisher.connectionCheck(found);
  };
  try {
    const found = await runChecks(turn, {
      ...checkPartsOf(core, randomHex),
      ...{ host, isAutomatic, publish, keyStore: vault.ability },
    });
    const ms = Math.round(clock.elapsed() - began);
    log.info('connection-checked', { cause: found.cause?.code ?? null, ms });
  } catch (error) {
    failures.defect('the connection check failed', error);
    publish(brokenCheck(startedAt));
  }
}

/** Resolves after `ms`, or when the turn ends. */
async function pause({ clock }: Needed, { signal }: Turn, ms: number): Promise<void> {
  if (ms <= 0) return;
  await new Promise<void>((resolve) => {
    const cancelTimer = clock.after(ms, resolve);
    signal.addEventListener('abort', () => {
      cancelTimer();
      resolve();
    });
  });
}

/** The service, and a client for it that shares no state with the loader's. */
function checkPartsOf(
  core: Needed,
  randomHex: RandomHex,
): Pick<RunParts, 'clock' | 'target' | 'openClient' | 'device' | 'known'> {
  const { config, clock, device, loaderVersion, sentRequests } = core;
  const { service } = config;
  return {
    clock,
    target: {
      url: new URL(service.baseUrl),
      portalProbe: service.portalProbe,
      version: service.loaderVersion ?? loaderVersion,
    },
    openClient({ http }) {
      const serviceTime = createServiceTime(clock);
      const parts = { config, http, clock, randomHex, sentRequests };
      return { serviceTime, licensing: openLicensing(parts, serviceTime, () => undefined) };
    },
    device,
    known: requestedWait(failureOfOutage(core), clock.now()),
  };
}
