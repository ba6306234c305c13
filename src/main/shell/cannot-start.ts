// The system's own box with the reason why the program does not start, for where no page can be shown.
import type { App, Dialog } from 'electron';

/** Resolves when the user has read it. */
export async function showCannotStart(app: App, dialog: Dialog, reason: string): Promise<void> {
  // Before the program is ready, Linux would only print it.
  await app.whenReady();
  // Not showErrorBox: it stands in the way of everything else, also of an end from outside (SIGTERM, end of the desktop's session).
  await dialog.showMessageBox({
    type: 'error',
    title: app.name,
    message: `${app.name} cannot start`,
    detail: reason,
    buttons: ['Quit'],
  });
}
