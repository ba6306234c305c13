// The window's size and position over restarts, in the real window.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { giveToElectronUser } from '../../support/electron-process.ts';
import { test, type OpenLoader } from '../../support/electron-app.ts';

const folderOf = (home: string) => path.join(home, '.config/latchkey');
const fileOf = (home: string) => path.join(folderOf(home), 'state.json');

function boundsOf({ app }: OpenLoader) {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
}

function move({ app }: OpenLoader, place: { x: number; y: number; width: number; height: number }) {
  return app.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    place,
  );
}

/** Writes state.json before the first start. */
async function putState(home: string, state: object): Promise<void> {
  await mkdir(folderOf(home), { recursive: true });
  await writeFile(fileOf(home), JSON.stringify({ v: 1, ...state }));
  for (const place of [path.dirname(folderOf(home)), folderOf(home), fileOf(home)])
    await giveToElectronUser(place);
}

test('restores size and position after a restart, and saves only a change', async ({
  open,
  home,
}) => {
  const place = { x: 70, y: 40, width: 700, height: 620 };
  const first = await open();
  await move(first, place);
  await expect.poll(() => boundsOf(first)).toEqual(place);
  await first.close();
  expect(JSON.parse(await readFile(fileOf(home), 'utf8'))).toEqual({ v: 1, windowPlace: place });

  const written = await readFile(fileOf(home), 'utf8');
  const second = await open();
  expect(await boundsOf(second)).toEqual(place);
  await second.close();
  expect(await readFile(fileOf(home), 'utf8')).toBe(written);
});

for (const [what, windowPlace] of [
  ['on a display that is gone', { x: 5000, y: 4000, width: 700, height: 620 }],
  ['that is damaged', { x: 70, y: 40, width: 'wide', height: 620 }],
] as const)
  test(`opens in the default size for a place ${what}`, async ({ open, home }) => {
    await putState(home, { windowPlace, zoom: 90 });
    const loader = await open();
    expect(await boundsOf(loader)).toMatchObject({ width: 900, height: 600 });
    const isShown = await loader.app.evaluate(({ BrowserWindow, screen }) => {
      const bounds = BrowserWindow.getAllWindows()[0]?.getBounds();
      if (bounds === undefined) return false;
      const { workArea } = screen.getDisplayMatching(bounds);
      return (
        bounds.x >= workArea.x &&
        bounds.y >= workArea.y &&
        bounds.x + bounds.width <= workArea.x + workArea.width &&
        bounds.y + bounds.height <= workArea.y + workArea.height
      );
    });
    expect(isShown).toBe(true);
    const zoom = await loader.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
    );
    expect(zoom).toBeCloseTo(0.9);
  });
