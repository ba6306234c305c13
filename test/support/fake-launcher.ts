// A fake launcher that starts nothing and records the lines for the app.
import type {
  AppExit,
  AppLauncher,
  LaunchableProgram,
  LaunchOutcome,
} from '../../src/main/core/ports.ts';

export interface FakeLauncher extends AppLauncher {
  launch: AppLauncher['launch'];
  readonly lines: string[];
  /** The program of each launch; null for the packaged program. */
  readonly launchedPrograms: (LaunchableProgram | null)[];
  fault: Extract<LaunchOutcome, { ok: false }>['fault'] | null;
  /** Ends the most recently started app. */
  exit: (exit: AppExit) => void;
}

export function createFakeLauncher(): FakeLauncher {
  const launcher: FakeLauncher = {
    lines: [],
    launchedPrograms: [],
    fault: null,
    exit: () => undefined,
    launch(line, program) {
      launcher.launchedPrograms.push(program);
      launcher.lines.push(line);
      if (launcher.fault !== null) return Promise.resolve({ ok: false, fault: launcher.fault });
      const exited = new Promise<AppExit>((resolve) => (launcher.exit = resolve));
      return Promise.resolve({ ok: true, exited });
    },
  };
  return launcher;
}
