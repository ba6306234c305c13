// Assembles the core from the adapters, and starts and stops it.
// SECURITY: the core makes every decision, from verified answers; the page only sends commands.
import { type LoaderConfig } from '../../shared/config.ts';
import { type Handlers } from '../../shared/contract.ts';
import { fail, type FailureFacts } from '../../shared/failure.ts';
import { type LoaderInfo } from '../../shared/loader-info.ts';
import { allows } from '../../shared/phases.ts';
import { type DeepLink } from '../../shared/session.ts';
import { createRunner, type RunnerParts } from './command-runner.ts';
import { createCommunityPolling } from './community-handlers.ts';
import { createCredentialsHolder } from './session/credentials.ts';
import { createDevice, type DeviceSources } from './device/device.ts';
import { createFailures } from './failures.ts';
import { type Background, createHandlers } from './handlers.ts';
import { createLostAnswers } from './flows/lost-answers.ts';
import {
  type AppLauncher,
  type Desktop,
  type LocalState,
  type SystemNotices,
  type Vault,
  type View,
} from './ports.ts';
import { type CheckHost } from './connection-check/ports.ts';
import { type Clock, type Http, type RandomHex } from '@latchkey/client/ports.ts';
import { createPublisher } from './session/publisher.ts';
import { noUser } from './session/last-user.ts';
import { createSavedSignIns } from './session/saved-sign-ins.ts';
import { createSentRequests } from './session/sent-requests.ts';
import { createRenewal } from './session/renewal.ts';
import { createServiceTime } from '@latchkey/client/service-time.ts';
import { createDelivery } from './flows/delivery.ts';
import { type DeliveryHost } from './flows/delivery-types.ts';
import { createOfflineMark } from './flows/offline-mark.ts';
import { createOfflineTime } from './offline/offline-time.ts';
import { resume } from './flows/resume.ts';
import { expireCredentials } from './flows/sign-in.ts';
import { createTasks } from './tasks.ts';
import { createTaskNotices } from './flows/task-notices.ts';
import { showNextStartNotice } from './flows/start-notices.ts';
import { createDeepLinks } from './session/deep-links.ts';
import { createBackgroundWork } from './flows/background-work.ts';
import { createEndingNotices } from './flows/ending-notices.ts';
import { createConnectionChecks } from './flows/connection-check.ts';
import { createAutoLaunch } from './flows/auto-launch.ts';
import { launch } from './flows/launching.ts';
import { type WakeReason } from './flows/waking.ts';
import { type LoaderUpdateHost } from './flows/loader-updates.ts';
import { openLoaderUpdates, openServiceSession } from './open-service.ts';
import { type CoreParts } from './parts.ts';

export interface LoaderParts extends DeviceSources {
  readonly config: LoaderConfig;
  readonly info: LoaderInfo;
  readonly http: Http;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly launcher: AppLauncher;
  readonly view: View;
  readonly randomHex: RandomHex;
  readonly guessesOf: CoreParts['guessesOf'];
  readonly systemNotices: SystemNotices;
  readonly desktop: Desktop;
  readonly state: Pick<LocalState, 'get' | 'change'>;
  /** Failures of this start. The user sees them as notices, one at a time. */
  readonly startNotices: readonly FailureFacts[];
  /** Null if the configuration has no `delivery`; then the program is part of the package. */
  readonly delivery: DeliveryHost | null;
  /** Missing if this host cannot check the connection. */
  readonly checkHost?: CheckHost;
  /** Missing if this host cannot update the loader. */
  readonly updates?: LoaderUpdateHost;
}

export interface Loader {
  readonly handlers: Handlers;
  /** Connects, and signs in with an automatic saved sign-in. Resolves when the user can act. */
  readonly start: () => Promise<void>;
  /** Shows the form of a deep link. SECURITY: a link never causes a request. */
  readonly deepLink: (link: DeepLink) => void;
  /** Runs due work when the computer, the network or the window comes back. */
  readonly wake: (reason: WakeReason) => void;
  /** Ends all calls and tasks and drops the held credentials. A launched program keeps running. */
  readonly stop: () => void;
  /** Resolves when saved sign-ins are written and no task runs. Does not wait for `state`. */
  readonly settled: () => Promise<void>;
}

const readDeviceAfterMs = 500;

export function createLoader(parts: LoaderParts): Loader {
  return assemble(parts).loader;
}

/** Creates the loader, and also returns its core, for tests. */
export function assemble(parts: LoaderParts): {
  readonly loader: Loader;
  readonly core: CoreParts;
} {
  let cancelDeviceRead = (): void => undefined;
  let stopped = false;
  const { core, background, updates, stop } = createWorkingCore(parts);
  const loader: Loader = {
    handlers: createHandlers(core, parts.info, parts.view, background),
    async start() {
      await core.commandRunner.run('start', async (action) => {
        try {
          return await resume(core, action, 'user');
        } catch (error) {
          const failure = core.failures.defect('the start failed', error);
          action.move({ kind: 'lost-service', username: core.lastUser.name, failure });
          return fail(failure);
        }
      });
      if (stopped) return;
      showNextStartNotice(core);
      updates?.start();
      // Delayed until the first screen is shown. An earlier sign-in reads the hardware itself.
      cancelDeviceRead = core.clock.after(readDeviceAfterMs, () => {
        void core.device.readAhead().catch((error: unknown) => {
          core.failures.defect('reading the hardware failed', error);
        });
      });
    },
    deepLink: core.deepLinks.take,
    wake: background.wake,
    stop() {
      stopped = true;
      cancelDeviceRead();
      stop();
      core.publisher.stop();
      core.commandRunner.stop();
      core.tasks.stop();
      core.serviceSession.stop();
      core.credentialsHolder.drop();
    },
    async settled() {
      await Promise.all([core.savedSignIns.settled(), core.tasks.settled(), updates?.settled()]);
    },
  };
  return { loader, core };
}

/** Hooks before and after each command. Assigned later, because they need the core. */
type CommandHooks = { -readonly [Name in 'onBegin' | 'onIdle']: RunnerParts[Name] };

/** Creates the core and the automatic work that runs around its commands. */
function createWorkingCore(parts: LoaderParts) {
  const hooks: CommandHooks = { onBegin: () => undefined, onIdle: () => undefined };
  const core = createCore(parts, {
    onBegin: () => hooks.onBegin(),
    onIdle: (ended) => hooks.onIdle(ended),
  });
  const upkeep = createBackgroundWork(core);
  const launchNow = () =>
    core.commandRunner.run('launch', (action) => launch(core, action, upkeep.scheduleFollowUp));
  const autoLaunch = createAutoLaunch(core, launchNow);
  const communityPolling = createCommunityPolling(core);
  const endings = createEndingNotices(core);
  const updates = openLoaderUpdates(parts, core);
  const offlineMark = createOfflineMark(core);
  const connectionChecks = createConnectionChecks(core, parts);
  hooks.onBegin = () => {
    autoLaunch.cancel();
    communityPolling.interrupt();
  };
  hooks.onIdle = (ended) => {
    upkeep.schedule();
    endings.refresh();
    updates?.refresh();
    offlineMark.refresh();
    connectionChecks.refresh();
    autoLaunch.onActionEnd(ended);
  };
  const background: Background = {
    scheduleFollowUp: upkeep.scheduleFollowUp,
    wake(reason) {
      upkeep.wake(reason);
      endings.refresh();
    },
    cancelAutoLaunch: autoLaunch.cancel,
    endings,
    communityPolling,
    updates,
    connectionChecks,
  };
  const stop = (): void => {
    upkeep.stop();
    autoLaunch.cancel();
    endings.stop();
    offlineMark.stop();
    connectionChecks.stop();
    communityPolling.stop();
    updates?.stop();
  };
  return { core, background, updates, stop };
}

function createCore(parts: LoaderParts, hooks: CommandHooks): CoreParts {
  const { config, clock, log, launcher, randomHex, state, systemNotices } = parts;
  const { desktop, guessesOf } = parts;
  const { ownerid, name } = config.service;
  const failures = createFailures(log, randomHex);
  const publisher = createPublisher(parts.view, () => tasks.endAll());
  const serviceTime = createServiceTime(clock);
  const commandRunner = createRunner({ publisher, clock, failures, ...hooks });
  const tasks = createTasks({ publisher, clock, failures, onEnd: createTaskNotices(parts) });
  const sentRequests = createSentRequests(clock);
  const shared = { failures, publisher, serviceTime };
  const serviceSession = openServiceSession({ ...parts, sentRequests }, shared);
  const base = { config, clock, log, failures, publisher, tasks, serviceSession };
  const core: CoreParts = {
    delivery:
      parts.delivery === null || config.delivery === undefined
        ? null
        : createDelivery(base, parts.delivery, config.delivery),
    ...{ config, clock, log, state, systemNotices, desktop },
    ...{ guessesOf, launcher, failures, publisher, commandRunner },
    tasks,
    ...{ serviceTime, sentRequests, serviceSession },
    device: createDevice(parts, { ownerid, name }),
    credentialsHolder: createCredentialsHolder(clock, () => {
      // A running command reports the expiry when it ends.
      if (commandRunner.isIdle() && allows(publisher.phase(), 'submitCode'))
        expireCredentials(core, publisher);
    }),
    savedSignIns: createSavedSignIns(parts.vault, publisher.savedSignIns),
    offline: { time: createOfflineTime(clock), pass: null, askedAtMs: null, failure: null },
    lostAnswers: createLostAnswers(),
    startNotices: [...parts.startNotices],
    ...{ lastUser: noUser(), signedInAgain: { atMs: null } },
    jitter: () => Number.parseInt(randomHex().slice(0, 8), 16) / 2 ** 32,
    ...{
      badCodes: { inARow: 0 },
      signedInJustNow: { value: false },
      updateWarning: { current: null },
    },
    deepLinks: createDeepLinks(publisher),
    renewal: createRenewal(clock),
    thisComputer: { hostName: parts.info.computer, system: parts.info.system },
    ...{ loaderVersion: parts.info.loaderVersion, sentReports: new Map<string, number>() },
  };
  return core;
}
