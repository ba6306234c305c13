// Launches the program three seconds after a sign-in, if seller and user want this. Any command
// cancels the launch.
import { type Result } from '../../../shared/failure.ts';
import { allows } from '../../../shared/phases.ts';
import { type SessionCommand } from '../../../shared/session-commands.ts';
import { type Program } from '../../../shared/program.ts';
import { type CoreParts } from '../parts.ts';
import { launchesWhenSignedIn } from '../preferences.ts';

export type AutoLaunchParts = Pick<
  CoreParts,
  'clock' | 'config' | 'failures' | 'publisher' | 'signedInJustNow' | 'state'
>;

/** The time that the user has to press Cancel. */
export const launchAfterMs = 3_000;

/** Commands that may lead to a launch. `changeUsername` does not: its form is still open. */
const signInCommands: ReadonlySet<SessionCommand | 'start'> = new Set([
  'start',
  'signIn',
  'signInWithKey',
  'signInWithSaved',
  'register',
  'submitCode',
  'retry',
]);

export interface AutoLaunch {
  /** Called after each action. `name` is null for background work and cancelled commands. */
  readonly onActionEnd: (name: SessionCommand | 'start' | null) => void;
  /** Returns true if a launch was pending. */
  readonly cancel: () => boolean;
}

export function createAutoLaunch(
  core: AutoLaunchParts,
  launch: () => Promise<Result<null>>,
): AutoLaunch {
  const { clock, failures, publisher, signedInJustNow } = core;
  let stop: (() => void) | null = null;

  /** Returns false while a deep link or a notice awaits the user: a launch would hide it. */
  const mayLaunch = (allowedNext: readonly Program['next'][]): boolean => {
    const { phase, deepLink, notice, program } = publisher.session();
    const installed = program === null || allowedNext.includes(program.next);
    return allows(phase, 'launch') && installed && deepLink === null && notice === null;
  };
  const cancel = (): boolean => {
    if (stop === null) return false;
    stop();
    stop = null;
    publisher.launchAt(null);
    return true;
  };
  /** Shows a failure as a notice, because no form awaits this Result. */
  const launchNow = async (): Promise<void> => {
    cancel();
    if (!mayLaunch(['launch'])) return;
    const result = await launch();
    if (result.ok || result.failure.code === 'cancelled') return;
    publisher.notice({ kind: 'failure', failure: result.failure });
  };
  return {
    cancel,
    onActionEnd(name) {
      const isDue = signedInJustNow.value && name !== null && signInCommands.has(name);
      signedInJustNow.value = false;
      if (!allows(publisher.phase(), 'launch')) cancel();
      if (!isDue || launchesWhenSignedIn(core) !== true || !mayLaunch(['look', 'launch'])) return;
      publisher.launchAt(clock.now() + launchAfterMs);
      stop = clock.after(launchAfterMs, () => {
        launchNow().catch((error: unknown) => failures.defect('automatic launch failed', error));
      });
    },
  };
}
