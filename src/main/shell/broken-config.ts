// Says why the program cannot start with its configuration: in the terminal for a developer, in a window for everybody else.
import type { App, Dialog } from 'electron';

/** Ends the program with exit code 1. `problems`: sentences that name the field. */
export async function endWithBrokenConfig(
  app: App,
  dialog: Dialog,
  given: { readonly file: string; readonly problems: readonly string[]; readonly window: boolean },
): Promise<void> {
  for (const problem of given.problems)
    process.stderr.write(`latchkey: the configuration ${given.file}: ${problem}\n`);
  if (given.window) {
    // Before the program is ready, Linux would only print it.
    await app.whenReady();
    const facts = given.problems.map((problem) => `• ${problem}`).join('\n');
    dialog.showErrorBox(
      `${app.name} cannot start`,
      `Its configuration needs to be corrected by whoever made this program:\n\n${facts}`,
    );
  }
  app.exit(1);
}
