// Launches the program automatically a few seconds after a sign-in, if the configuration wants it. Any other command calls it off.
import { type Result } from '../../../shared/failure.ts';
import { allows, type SessionCommand } from '../../../shared/phases.ts';
import { type Program } from '../../../shared/program.ts';
import { type CoreParts } from '../parts.ts';

export type AutoLaunchParts = Pick<
  CoreParts,
  'clock' | 'config' | 'failures' | 'publisher' | 'signedInJustNow'
>;

/** Long enough to press Cancel. */
export const launchAfterMs = 3_000;

/** Commands that end in a launch. A changed name signs in again too, but its user is still in that form. */
const signInCommands: ReadonlySet<SessionCommand | 'start'> = new Set([
  'start',
  'signIn',
  'signInWithKey',
  'signInKept',
  'register',
  'submitCode',
  'retry',
]);

export interface AutoLaunch {
  /** An action has ended. `name` null: quiet work, or one that was cancelled. */
  readonly ended: (name: SessionCommand | 'start' | null) => void;
  /** true: it was planned. */
  readonly callOff: () => boolean;
}

export function createAutoLaunch(
  core: AutoLaunchParts,
  launch: () => Promise<Result<null>>,
): AutoLaunch {
  const { clock, config, failures, publisher, signedInJustNow } = core;
  let stop: (() => void) | null = null;

  /** Who followed a link came for something else, and what there is to read would go with the launch. */
  const fits = (nexts: readonly Program['next'][]): boolean => {
    const { phase, wish, notice, program } = publisher.session();
    const there = program === null || nexts.includes(program.next);
    return allows(phase, 'launch') && there && wish === null && notice === null;
  };
  const callOff = (): boolean => {
    if (stop === null) return false;
    stop();
    stop = null;
    publisher.launchAt(null);
    return true;
  };
  /** No form asked for it that could show a Result. */
  const launchNow = async (): Promise<void> => {
    callOff();
    if (!fits(['launch'])) return;
    const result = await launch();
    if (result.ok || result.failure.code === 'cancelled') return;
    publisher.notice({ kind: 'failure', failure: result.failure });
  };
  return {
    callOff,
    ended(name) {
      const came = signedInJustNow.yes && name !== null && signInCommands.has(name);
      signedInJustNow.yes = false;
      if (!allows(publisher.phase(), 'launch')) callOff();
      if (!came || !config.launchWhenSignedIn || !fits(['look', 'launch'])) return;
      publisher.launchAt(clock.now() + launchAfterMs);
      stop = clock.after(launchAfterMs, () => {
        launchNow().catch((error: unknown) => failures.defect('automatic launch failed', error));
      });
    },
  };
}
