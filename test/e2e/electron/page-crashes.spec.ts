// A page that cannot render, and one whose process crashes repeatedly: the user always sees a
// message and can restart.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { brandName, test, type OpenLoader } from '../../support/electron-app.ts';

/**
 * Returns the text of the window. Asks the window, because the driver's page ends with its process.
 */
function textOf({ app }: OpenLoader): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const text: unknown = await window?.webContents.executeJavaScript('document.body.innerText');
    return String(text);
  });
}

async function kill(loader: OpenLoader): Promise<void> {
  const before = loader.output().split('page-gone').length;
  await loader.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(() => loader.output().split('page-gone').length).toBe(before + 1);
}

/** The support code as shown on the screen. */
function codeOf(reportId: string | undefined): string {
  const head = reportId?.slice(0, 8).toUpperCase() ?? '';
  return `${head.slice(0, 4)}-${head.slice(4)}`;
}

test('shows the plain screen with the logged support code when rendering fails', async ({
  open,
  picture,
}) => {
  const loader = await open();
  // The page does not listen for snapshots before this heading appears.
  await expect(loader.page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await loader.app.evaluate(({ BrowserWindow }) => {
    const broken = { revision: 99, phase: { kind: 'ready' }, notice: null, step: null };
    BrowserWindow.getAllWindows()[0]?.webContents.send('loader:session', broken);
  });
  await expect(loader.page.getByRole('heading', { name: english.plain.stopped })).toBeVisible();
  await picture(loader.page, 'drawing-failed');
  const line = /"event":"drawing-failed","reportId":"(\w{32})","error":"TypeError"/;
  await expect.poll(loader.output).toMatch(line);
  const reportId = line.exec(loader.output())?.[1];
  await expect(loader.page.getByText(codeOf(reportId))).toBeVisible();
  await loader.page.getByRole('button', { name: english.plain.restart }).click();
  await expect(loader.page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
});

test('reloads the page after one crash, then shows the plain screen, then a system dialog', async ({
  open,
}) => {
  const loader = await open();
  await expect.poll(() => textOf(loader)).toContain(english.signIn.title);
  await kill(loader);
  await expect.poll(() => textOf(loader)).toContain(english.signIn.title);
  await kill(loader);
  await expect.poll(() => textOf(loader)).toContain(english.plain.stopped);
  const ids = [...loader.output().matchAll(/"event":"page-gone".*?"reportId":"(\w{32})"/g)];
  const answer = await textOf(loader);
  expect(answer).toContain(codeOf(ids.at(-1)?.[1]));
  expect(answer).toContain(brandName);

  await loader.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (...given: unknown[]) => {
      process.stdout.write(`box: ${JSON.stringify(given)}\n`);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    };
  });
  await kill(loader);
  await expect.poll(loader.output).toMatch(/box: .*can't show its window.*Restart/);
  await expect.poll(() => textOf(loader)).toContain(english.signIn.title);
});
