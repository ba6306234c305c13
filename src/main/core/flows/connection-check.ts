// The connection check: on request, and once in each outage without one.
// SECURITY: it uses a separate client, whose answers decide nothing and change no state.
import { ok, isEnvironment, retryAtOf, type Result } from '../../../shared/failure.ts';
import { offlineIn } from '../../../shared/phases.ts';
import { type Phase } from '../../../shared/session.ts';
import { createServiceTime } from '@latchkey/client/service-time.ts';
import { type RandomHex } from '@latchkey/client/ports.ts';
import { createBackgroundCalls, type Turn } from '@latchkey/client/turn.ts';
import { type CheckHost } from '../connection-check/ports.ts';
import { checkLimitMs, runChecks, type RunParts } from '../connection-check/run-checks.ts';
import { openLicensing } from '../open-service.ts';
import { type Vault } from '../ports.ts';
import { type CoreParts } from '../parts.ts';

export interface ConnectionCheckParts {
  readonly checkHost?: CheckHost;
  readonly randomHex: RandomHex;
  readonly vault: Pick<Vault, 'ability'>;
}

type Needed = Pick<
  CoreParts,
  'config' | 'clock' | 'publisher' | 'device' | 'failures' | 'log' | 'loaderVersion'
>;

export interface ConnectionChecks {
  /** Resolves when the check has finished. A second call waits for the same check. */
  readonly run: () => Promise<Result<null>>;
  /** Starts the check of an outage; called after each action. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

export function createConnectionChecks(
  core: Needed,
  { checkHost, randomHex, vault }: ConnectionCheckParts,
): ConnectionChecks {
  const { clock, publisher, failures, log } = core;
  const background = createBackgroundCalls(clock, (error) => {
    failures.defect('the connection check failed', error);
  });
  let running: Promise<Result<null>> | null = null;
  let isOutageChecked = false;

  const check = async (host: CheckHost, turn: Turn): Promise<void> => {
    const began = clock.elapsed();
    const found = await runChecks(turn, {
      ...checkPartsOf(core, randomHex),
      host,
      keyStore: vault.ability,
      publish: publisher.connectionCheck,
    });
    const ms = Math.round(clock.elapsed() - began);
    log.info('connection-checked', { cause: found.cause?.code ?? null, ms });
  };
  const run = (): Promise<Result<null>> => {
    if (checkHost === undefined) return Promise.resolve(ok(null));
    running ??= new Promise((resolve) => {
      background.run(checkLimitMs, (turn) =>
        check(checkHost, turn).finally(() => {
          running = null;
          resolve(ok(null));
        }),
      );
    });
    return running;
  };
  return {
    run,
    refresh() {
      const isOutage = checkHost !== undefined && isUnexplainedOutage(publisher.phase());
      if (isOutage && !isOutageChecked) void run();
      isOutageChecked = isOutage;
    },
    stop: background.stop,
  };
}

/** The service, and a client for it that shares no state with the loader's. */
function checkPartsOf(
  { config, clock, device, loaderVersion }: Needed,
  randomHex: RandomHex,
): Pick<RunParts, 'clock' | 'target' | 'openClient' | 'deviceId'> {
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
      const parts = { config, http, clock, randomHex };
      return { serviceTime, licensing: openLicensing(parts, serviceTime, () => undefined) };
    },
    deviceId: device.id,
  };
}

/** A service that asks to wait has answered, and gets no other request until then. */
function isUnexplainedOutage(phase: Phase): boolean {
  if (phase.kind !== 'unreachable') return offlineIn(phase) !== null;
  const { failure } = phase;
  return isEnvironment(failure.code) && retryAtOf(failure) === null;
}
