// Reports a broken configuration on stderr and, in a package, also in a dialog. Ends the program.
import type { App, Dialog } from 'electron';
import { showCannotStart } from './cannot-start.ts';

/** Exits with code 1. `problems`: sentences that name the field. */
export async function endWithBrokenConfig(
  app: App,
  dialog: Dialog,
  given: { readonly file: string; readonly problems: readonly string[]; readonly window: boolean },
): Promise<void> {
  for (const problem of given.problems)
    process.stderr.write(`${app.name}: the configuration ${given.file}: ${problem}\n`);
  if (given.window) {
    const facts = given.problems.map((problem) => `• ${problem}`).join('\n');
    await showCannotStart(app, dialog, ({ configuration }) => `${configuration}\n\n${facts}`);
  }
  app.exit(1);
}
