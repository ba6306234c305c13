// Delivery: reads the installed and the offered release, and starts the tasks that install it.
// SECURITY: all decisions are based on verified answers and verified files.
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { holdsApp, isAt } from '../../../shared/phases.ts';
import { type DeliveryConfig } from '../../../shared/config-delivery.ts';
import { type BegunProgram } from '../delivery/ports.ts';
import { type TaskWork } from '../tasks.ts';
import {
  factsOfProblem,
  factsOfProgram,
  mayGoWithout,
  mustUpdate,
  newerThan,
  type Known,
} from './delivery-facts.ts';
import { type Delivery, type DeliveryHost } from './delivery-types.ts';
import { askForRelease, createWork, type DeliveryCore } from './delivery-work.ts';

export function createDelivery(
  core: DeliveryCore,
  host: DeliveryHost,
  config: DeliveryConfig,
): Delivery {
  const own = createParts(core, host, config);
  own.learn({});
  return { ...looking(own), ...changing(own), ...launching(own) };
}

type Parts = ReturnType<typeof createParts>;

function createParts(core: DeliveryCore, host: DeliveryHost, config: DeliveryConfig) {
  const { publisher, failures, tasks } = core;
  const { store } = host;
  let known: Known = nothingKnown;
  const waiting = new Set<() => void>();

  const publish = (): void =>
    publisher.program({
      ...factsOfProgram(known, config.policy),
      folder: store.folder(),
      movable: host.chooseFolder !== null,
    });
  const learn = (news: Partial<Known>): void => {
    known = { ...known, ...news };
    publish();
  };
  const ask = askForRelease(core, host.platform, config.channel);
  const work = createWork({
    core,
    host,
    ask,
    learn,
    holds: () => holdsApp(publisher.phase()),
    waiting,
  });
  /** One task at a time, because all tasks use the same folder. */
  const begin = (taskWork: TaskWork): Result<null> =>
    publisher.session().tasks.length > 0
      ? fail(failures.make({ code: 'busy' }))
      : tasks.start(taskWork);
  const isRunning = (): boolean =>
    publisher.session().tasks.some(({ state }) => state === 'running');
  return { core, host, config, waiting, ask, work, begin, isRunning, learn, known: () => known };
}

function looking(own: Parts): Pick<Delivery, 'look' | 'wake' | 'forget'> {
  const { core, host, ask, known, learn, waiting } = own;
  const { failures } = core;
  const { store } = host;
  return {
    async look(action) {
      if (!action.live() || !isAt(core.publisher.phase(), 'inside')) return;
      action.limit();
      if (known().installed === undefined) learn({ installed: await store.installed() });
      const begun = known().looked ? null : await store.begun();
      const answer = await ask(action);
      if (!action.live()) return;
      if (answer.ok) learn({ looked: true, offer: answer.offer });
      else {
        learn({ looked: true });
        if (known().installed === null && answer.facts.code !== 'cancelled')
          action.notice({ kind: 'failure', failure: failures.make(answer.facts) });
      }
      if (begun !== null) await showUnfinished(own, begun, answer.ok);
    },
    wake() {
      for (const look of [...waiting]) look();
    },
    forget() {
      if (known().looked || known().offer !== null)
        learn({ looked: false, offer: null, updateFailed: false });
    },
  };
}

/**
 * Shows an unfinished run from before this sign-in as a paused task: only the user decides to use
 * the network. If the service no longer offers the release, removes the run's files.
 */
async function showUnfinished(
  { core, host, known, learn, work }: Parts,
  begun: BegunProgram,
  asked: boolean,
): Promise<void> {
  const { installed } = known();
  const repairs = installed?.manifestSha256 === begun.manifestSha256;
  if (core.publisher.session().tasks.length > 0) return;
  if (asked && !repairs && newerThan(known()) === null) {
    const freedBytes = await host.store.discard();
    if (freedBytes > 0) core.publisher.notice({ kind: 'rest-removed', freedBytes });
    return;
  }
  // An unfinished repair means that files are damaged.
  if (repairs) learn({ damaged: true });
  const kind = repairs ? 'repair' : installed === null ? 'install' : 'update';
  core.tasks.addPaused(work.bring(kind), { done: begun.doneBytes, total: begun.totalBytes });
}

function changing({
  core,
  host,
  begin,
  known,
  learn,
  work,
  isRunning,
}: Parts): Pick<Delivery, 'install' | 'repair' | 'uninstall' | 'move'> {
  const { failures, publisher, tasks } = core;
  const { store } = host;
  return {
    install: () =>
      Promise.resolve(begin(work.bring(known().installed === null ? 'install' : 'update'))),
    repair: () => Promise.resolve(begin(work.bring('repair'))),
    async uninstall() {
      if (publisher.session().tasks.length > 0) return fail(failures.make({ code: 'busy' }));
      const done = await store.uninstall();
      if (!done.ok) return fail(failures.make(factsOfProblem(done.problem, core.clock.now())));
      learn({ installed: null, damaged: false, updateFailed: false });
      publisher.notice({ kind: 'uninstalled', freedBytes: done.freedBytes });
      return ok(null);
    },
    async move() {
      const to = (await host.chooseFolder?.(store.folder())) ?? null;
      if (to === null || to === store.folder()) return ok(null);
      // A paused task resumes in the new folder.
      return isRunning() ? fail(failures.make({ code: 'busy' })) : tasks.start(work.move(to));
    },
  };
}

function launching({
  core,
  host,
  config,
  ask,
  known,
  learn,
  isRunning,
}: Parts): Pick<Delivery, 'mayLaunch' | 'toLaunch'> {
  const { failures } = core;
  const { store } = host;
  return {
    async mayLaunch(action) {
      if (isRunning()) return fail(failures.make({ code: 'busy' }));
      if (config.policy !== 'offered') {
        const answer = await ask(action);
        if (answer.ok) learn({ looked: true, offer: answer.offer });
        else if (!action.live() || !mayGoWithout(config.policy, answer.facts.code))
          return fail(failures.make(answer.facts));
      }
      const newer = newerThan(known());
      return newer !== null && mustUpdate(known(), config.policy, newer)
        ? fail(failures.make({ code: 'program-outdated', version: newer.version }))
        : ok(null);
    },
    async toLaunch() {
      const ready = await store.ready();
      if (ready.ok) {
        learn({ installed: ready.program, damaged: false });
        const { file, args, workingFolder } = ready;
        return ok({ file, args, workingFolder, folder: store.folder() });
      }
      if (ready.reason === 'blocked')
        return fail(failures.make(factsOfProblem(ready.problem, core.clock.now())));
      if (ready.reason === 'damaged') learn({ damaged: true });
      else learn({ installed: null, damaged: false });
      const code = ready.reason === 'damaged' ? 'program-damaged' : 'program-missing';
      return fail(failures.make({ code }));
    },
  };
}

const nothingKnown: Known = {
  installed: undefined,
  offer: null,
  looked: false,
  damaged: false,
  updateFailed: false,
};
