// Ends a program that was started with refused switches: reports the reason on stderr and, if there
// is a screen, in a dialog.
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

/** Exits with code 1. `names`: refused switches, at least one. */
export async function endWithRefusedSwitches(
  { app, dialog, platform, env }: StartRefusedParts,
  names: readonly string[],
): Promise<void> {
  const shown = `--${escapeName(names[0] ?? '')}`;
  const sentence = ({ refusedSwitch }: ProgramCopy) =>
    fill(refusedSwitch, { name: app.name, switch: shown });
  process.stderr.write(`${sentence(programCopy('en'))}\n`);
  const hasScreen =
    platform !== 'linux' || `${env['DISPLAY'] ?? ''}${env['WAYLAND_DISPLAY'] ?? ''}` !== '';
  if (hasScreen) {
    // SECURITY: the dialog starts Chromium, which must not obey these switches.
    for (const name of names) app.commandLine.removeSwitch(name);
    await showCannotStart(app, dialog, sentence);
  }
  app.exit(1);
}

/** SECURITY: the command line is untrusted, so only plain characters are shown. */
function escapeName(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '?').slice(0, 60);
}
