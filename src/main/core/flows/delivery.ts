// Delivery: reads the installed and the offered release, and starts the tasks that install it.
// SECURITY: all decisions are based on verified answers and verified files.
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { isAppActive, isInGroup } from '../../../shared/phases.ts';
import { type DeliveryConfig } from '../../../shared/config-delivery.ts';
import { type UnfinishedInstall } from '../delivery/ports.ts';
import { type TaskWork } from '../tasks.ts';
import {
  askedBy,
  failureFactsOf,
  initialState,
  programFacts,
  mayLaunchWithoutAnswer,
  mustUpdate,
  newerOffer,
  type DeliveryState,
} from './delivery-facts.ts';
import { type Delivery, type DeliveryHost } from './delivery-types.ts';
import { createUpdateSize } from './update-size.ts';
import { createRemainingFilesMemory } from './remaining-files.ts';
import { acceptAskedFolder } from './accept-folder.ts';
import { createDeliveryTasks, startTask, type DeliveryCore } from './delivery-tasks.ts';
import { createReleaseRequest } from './release-request.ts';

export function createDelivery(
  core: DeliveryCore,
  host: DeliveryHost,
  config: DeliveryConfig,
): Delivery {
  const own = createParts(core, host, config);
  own.learn({});
  return { ...createRefresh(own), ...createChanges(own), ...createLaunch(own) };
}

type DeliveryParts = ReturnType<typeof createParts>;
type Changes =
  | ('install' | 'repair' | 'uninstall' | 'move' | 'acceptFolder')
  | ('showRemainingFiles' | 'showFolder');

function createParts(core: DeliveryCore, host: DeliveryHost, config: DeliveryConfig) {
  const { publisher, failures } = core;
  const { store } = host;
  let deliveryState: DeliveryState = initialState;
  const exitCallbacks = new Set<() => void>();

  const learn = (changes: Partial<DeliveryState>): void => {
    deliveryState = { ...deliveryState, ...changes };
    publisher.program({
      ...programFacts(deliveryState, config.policy),
      folder: store.folder(),
      movable: host.chooseFolder !== null,
      canShowFolder: host.showFile !== null && (deliveryState.installed ?? null) !== null,
    });
    // A task fetches the manifest itself.
    if (publisher.session().tasks.length === 0) updateSize.measure();
  };
  const known = (): DeliveryState => deliveryState;
  const updateSize = createUpdateSize({ store, known, learn });
  const leftFiles = createRemainingFilesMemory(host);
  const ask = createReleaseRequest(core, host, config.channel, () => known().installed ?? null);
  const work = createDeliveryTasks({
    core,
    host,
    ask,
    known,
    policy: config.policy,
    learn,
    isAppActive: () => isAppActive(publisher.phase()),
    exitCallbacks,
    leftFiles,
    discarded: updateSize.measureAgain,
  });
  const start = (taskWork: TaskWork): Result<null> => startTask(core, taskWork);
  /** One task at a time, because all tasks use the same folder. */
  const begin = (taskWork: TaskWork): Result<null> =>
    publisher.session().tasks.length > 0 ? fail(failures.make({ code: 'busy' })) : start(taskWork);
  return {
    core,
    host,
    config,
    exitCallbacks,
    ask,
    work,
    start,
    begin,
    isRunning: () => publisher.session().tasks.some(({ state }) => state === 'running'),
    learn,
    leftFiles,
    deliveryState: known,
  };
}

function createRefresh(
  own: DeliveryParts,
): Pick<Delivery, 'refresh' | 'goOffline' | 'wake' | 'forget'> {
  const { core, host, ask, deliveryState, learn, exitCallbacks } = own;
  const { failures } = core;
  const { store } = host;
  return {
    async refresh(action) {
      if (!action.isLive() || !isInGroup(core.publisher.phase(), 'inside')) return;
      action.limit();
      if (deliveryState().installed === undefined) learn({ installed: await store.installed() });
      const unfinished = deliveryState().releaseChecked ? null : await store.unfinishedRun();
      const answer = await ask(action);
      if (!action.isLive()) return;
      if (answer.ok) learn({ releaseChecked: true, offer: answer.offer });
      else {
        learn({ releaseChecked: true });
        if (deliveryState().installed === null && answer.facts.code !== 'cancelled')
          action.notice({ kind: 'failure', failure: failures.make(answer.facts) });
      }
      if (unfinished !== null) await showUnfinished(own, unfinished, answer.ok);
    },
    async goOffline() {
      const installed = await store.installed();
      const { offer } = deliveryState();
      learn({ installed, offer: offer?.required === true ? offer : null, releaseChecked: true });
    },
    wake() {
      for (const callback of [...exitCallbacks]) callback();
    },
    forget() {
      if (deliveryState().releaseChecked || deliveryState().offer !== null)
        learn({ releaseChecked: false, offer: null, installedGone: false, updateFailed: false });
    },
  };
}

/**
 * Shows an unfinished run from before this sign-in as a paused task: only the user decides to use
 * the network. If the service no longer offers the release, removes the run's files.
 */
async function showUnfinished(
  { core, host, deliveryState, learn, work }: DeliveryParts,
  unfinished: UnfinishedInstall,
  wasAnswered: boolean,
): Promise<void> {
  const { installed } = deliveryState();
  const isRepair = installed?.manifestSha256 === unfinished.manifestSha256;
  if (core.publisher.session().tasks.length > 0) return;
  if (wasAnswered && !isRepair && newerOffer(deliveryState()) === null) {
    const freedBytes = await host.store.discard();
    if (freedBytes > 0) core.publisher.notice({ kind: 'download-removed', freedBytes });
    return;
  }
  // An unfinished repair means that files are damaged.
  if (isRepair) learn({ damaged: true });
  const kind = isRepair ? 'repair' : installed === null ? 'install' : 'update';
  core.tasks.addPaused(work.installOrRepair(kind), {
    done: unfinished.doneBytes,
    total: unfinished.totalBytes,
  });
}

function createChanges({
  core,
  host,
  start,
  begin,
  deliveryState,
  learn,
  work,
  isRunning,
  leftFiles,
}: DeliveryParts): Pick<Delivery, Changes> {
  const { failures, publisher } = core;
  const { store } = host;
  return {
    install: () =>
      Promise.resolve(
        begin(work.installOrRepair(deliveryState().installed === null ? 'install' : 'update')),
      ),
    repair: () => Promise.resolve(begin(work.installOrRepair('repair'))),
    async uninstall() {
      if (publisher.session().tasks.length > 0) return fail(failures.make({ code: 'busy' }));
      const done = await store.uninstall();
      if (!done.ok) return fail(failures.make(failureFactsOf(done.problem, core.clock.now())));
      learn({ installed: null, damaged: false, updateFailed: false });
      const { freedBytes, remaining } = done;
      const shown = remaining === undefined ? {} : { remaining: leftFiles.remember(remaining) };
      publisher.notice({ kind: 'uninstalled', freedBytes, ...shown });
      return ok(null);
    },
    showRemainingFiles: leftFiles.show,
    showFolder() {
      if ((deliveryState().installed ?? null) !== null) host.showFile?.(store.folder());
    },
    acceptFolder: () => acceptAskedFolder(core, store, deliveryState().askedFolder, learn),
    async move() {
      const to = (await host.chooseFolder?.(store.folder())) ?? null;
      if (to === null || to === store.folder()) return ok(null);
      // A paused task resumes in the new folder.
      return isRunning() ? fail(failures.make({ code: 'busy' })) : start(work.move(to));
    },
  };
}

function createLaunch({
  core,
  host,
  config,
  ask,
  deliveryState,
  learn,
  isRunning,
}: DeliveryParts): Pick<Delivery, 'checkLaunch' | 'verifyForLaunch'> {
  const { failures } = core;
  const { store } = host;
  return {
    async checkLaunch(action, isOffline) {
      if (isRunning()) return fail(failures.make({ code: 'busy' }));
      if (!isOffline && config.policy !== 'offered') {
        const answer = await ask(action);
        if (answer.ok) learn({ releaseChecked: true, offer: answer.offer });
        else if (!action.isLive() || !mayLaunchWithoutAnswer(config.policy, answer.facts.code))
          return fail(failures.make(answer.facts));
      }
      const newer = newerOffer(deliveryState());
      return newer !== null && mustUpdate(deliveryState(), config.policy, newer)
        ? fail(failures.make({ code: 'program-outdated', version: newer.version }))
        : ok(null);
    },
    async verifyForLaunch() {
      const ready = await store.ready();
      if (ready.ok) {
        learn({ installed: ready.program, damaged: false });
        const { file, args, workingFolder } = ready;
        return ok({ file, args, workingFolder, folder: store.folder() });
      }
      if (ready.reason === 'blocked') {
        learn(askedBy(ready.problem, store.folder()));
        return fail(failures.make(failureFactsOf(ready.problem, core.clock.now())));
      }
      const isDamaged = ready.reason === 'damaged';
      learn(isDamaged ? { damaged: true } : { installed: null, damaged: false });
      return fail(failures.make({ code: isDamaged ? 'program-damaged' : 'program-missing' }));
    },
  };
}
