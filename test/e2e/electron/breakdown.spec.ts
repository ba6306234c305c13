// A page that cannot be drawn, and one whose process dies again and again: there is always something to read and a way on.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { brandName, test, type OpenLoader } from '../../support/electron-app.ts';

/** What the window shows; asked of the window itself, because the driver's page ends with its process. */
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

/** As it stands on the screen. */
function codeOf(reportId: string | undefined): string {
  const head = reportId?.slice(0, 8).toUpperCase() ?? '';
  return `LK-${head.slice(0, 4)}-${head.slice(4)}`;
}

test('a snapshot that cannot be drawn: the plain screen, with the code that the log has', async ({
  open,
  picture,
}) => {
  const loader = await open();
  // Before that nobody listens.
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

test('a page process that dies is drawn again, then plainly, then told by the system', async ({
  open,
}) => {
  const loader = await open();
  await expect.poll(() => textOf(loader)).toContain(english.signIn.title);
  await kill(loader);
  await expect.poll(() => textOf(loader)).toContain(english.signIn.title);
  await kill(loader);
  await expect.poll(() => textOf(loader)).toContain(english.plain.stopped);
  const ids = [...loader.output().matchAll(/"event":"page-gone".*?"reportId":"(\w{32})"/g)];
  const told = await textOf(loader);
  expect(told).toContain(codeOf(ids.at(-1)?.[1]));
  expect(told).toContain(brandName);

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
