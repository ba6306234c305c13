// The plain screen for a page that cannot render: a sentence, the support code of the log, and
// Restart.
import type { CommandInput } from '../../src/shared/contract.ts';
import { breakDrawing } from '../gallery/picture.ts';
import { ready } from './samples.ts';
import { expect, test } from './screen-page.ts';

test('shows a sentence, the support code and Restart after a render exception @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready });
  await breakDrawing(page, bridge);
  const heading = page.getByRole('heading', { name: 'This window ran into a problem' });
  await expect(heading).toBeFocused();
  await expect(page.getByText('send them to Northwind Studio')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0);

  // The log gets the same code, the error type and the stack frames, but not the message.
  const [told] = (await bridge.inputsOf('reportDefect')) as CommandInput<'reportDefect'>[];
  expect(told?.error).toBe('TypeError');
  expect(told?.frames).toMatch(/^\s+at .*(index|later)-[\w-]+\.js:\d+:\d+/);
  expect(told?.frames).not.toMatch(/undefined|Cannot read/);
  const head = told?.reportId.slice(0, 8).toUpperCase() ?? '';
  await expect(page.getByText(`${head.slice(0, 4)}-${head.slice(4)}`)).toBeVisible();

  await page.getByRole('button', { name: 'Restart' }).click();
  expect(await bridge.inputsOf('restart')).toEqual([{}]);
});

test('does not retry rendering after the main process has given up', async ({
  page,
  open,
  clientUrl,
}) => {
  const bridge = await open({ phase: ready });
  await page.goto(`${clientUrl}index.html?stopped=${'7f3a2b1c'.repeat(4)}`);
  await expect(page.getByText('Support code 7F3A-2B1C.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0);
  expect(await bridge.inputsOf('reportDefect')).toEqual([]);
});

test('shows the details for manual copying when the clipboard is unavailable', async ({
  page,
  open,
}) => {
  await breakDrawing(page, await open({ phase: ready }));
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy details' }).click();
  const text = page.getByRole('textbox');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(
    /^Northwind Studio\nLoader 5\.2 \(20704d4f8a\)\nWhat: drawing-failed\nSupport code: [0-9A-F]{4}-[0-9A-F]{4}\n/,
  );
});
