// Ends a start that must not go on, with one sentence: on stderr, and in a box where there is a screen.
import type { App, Dialog } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { programCopy } from '../../copy/program.ts';
import { fill } from '../../copy/sentences.ts';
import { showCannotStart } from './cannot-start.ts';

export interface StartRefusedParts {
  readonly app: App;
  readonly dialog: Dialog;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}

/** Ends the program with exit code 1. `names`: switches, at least one. */
export async function endWithRefusedSwitches(
  { app, dialog, platform, env }: StartRefusedParts,
  names: readonly string[],
): Promise<void> {
  const shown = `--${plain(names[0] ?? '')}`;
  const sentence = ({ refusedSwitch }: ProgramCopy) =>
    fill(refusedSwitch, { name: app.name, switch: shown });
  process.stderr.write(`${sentence(programCopy('en'))}\n`);
  const screen =
    platform !== 'linux' || `${env['DISPLAY'] ?? ''}${env['WAYLAND_DISPLAY'] ?? ''}` !== '';
  if (screen) {
    // SECURITY: Chromium has to start for the box, and must not do what the switches say even for that long.
    for (const name of names) app.commandLine.removeSwitch(name);
    await showCannotStart(app, dialog, sentence);
  }
  app.exit(1);
}

/** Whatever stands in a command line may stand in a box. */
function plain(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '?').slice(0, 60);
}
