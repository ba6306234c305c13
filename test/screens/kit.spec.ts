// The kit on a page outside the loader: built and used without a bridge, tested by keyboard and
// with axe.
import { axeViolations } from '../support/accessibility.ts';
import { inEngine } from '../support/engine.ts';
import { kitTest } from './kit-page.ts';
import { expect } from './screen-page.ts';

const test = kitTest({ path: 'index.html', heading: 'Another page' });

test.use({ viewport: { width: 420, height: 900 } });

test('has no axe violations in light and dark themes @main', async ({ page }, { project }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.screenshot({
      path: `test-results/${project.name}/kit.${theme}.png`,
      fullPage: true,
    });
    expect(await axeViolations(page)).toEqual([]);
  }
});

test(
  'traps the focus in a dialog and returns it on Escape without acting',
  { tag: inEngine.keyboard },
  async ({ page }) => {
    const opener = page.getByRole('button', { name: 'Remove', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Remove it?' });
    await opener.click();
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await expect(dialog).toHaveAccessibleDescription('It is gone then.');
    for (const _ of [1, 2, 3, 4, 5]) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () =>
          document.activeElement?.closest('dialog') === null &&
          document.activeElement !== document.body,
      );
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(page.getByRole('status')).toHaveText('nothing yet');
    await opener.press('Enter');
    await dialog.getByRole('button', { name: 'Remove it' }).click();
    await expect(page.getByRole('status')).toHaveText('removed');
  },
);

test(
  'allows operating the menu by keyboard and explains disabled items',
  { tag: inEngine.keyboard },
  async ({ page }) => {
    const button = page.getByRole('button', { name: 'Anna' });
    await button.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await page.keyboard.press('End');
    const off = page.getByRole('menuitem', { name: 'Leave' });
    await expect(off).toBeFocused();
    await expect(off).toHaveAccessibleDescription('Not today.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('nothing yet');
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  },
);

test(
  'ignores presses on disabled and busy controls',
  { tag: inEngine.keyboard },
  async ({ page }) => {
    await page.getByRole('button', { name: 'Waiting' }).press('Enter');
    await page.getByRole('button', { name: 'Off' }).press('Enter');
    const send = page.getByRole('checkbox', { name: 'Send' });
    await send.press('Space');
    await expect(send).not.toBeChecked();
    await expect(send).toHaveAccessibleDescription('Nothing can be sent from here.');
    await expect(page.getByRole('status')).toHaveText('nothing yet');
    const keep = page.getByRole('checkbox', { name: 'Keep' });
    await keep.click();
    await expect(keep).toBeChecked();
  },
);

test('gives a progress bar its role, value and text', async ({ page }) => {
  const [known, unknown] = await page.getByRole('progressbar', { name: 'Copying' }).all();
  await expect(known ?? page.locator('none')).toHaveAttribute('aria-valuetext', '1 of 4');
  expect(await known?.evaluate((bar) => (bar as HTMLProgressElement).position)).toBe(0.25);
  expect(await unknown?.evaluate((bar) => (bar as HTMLProgressElement).position)).toBe(-1);
  await expect(page.getByRole('progressbar')).toHaveCount(2);
});

test('removes a message when it is closed', async ({ page }) => {
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Nothing was saved')).toHaveCount(0);
});

test('names a sheet by its heading and renders its rows as a list', async ({ page }) => {
  const sheet = page.getByRole('region', { name: 'Computers', exact: true });
  await expect(sheet.getByRole('heading', { name: 'Computers', exact: true })).toBeVisible();
  await expect(sheet.getByRole('list')).toHaveCount(1);
  const rows = sheet.getByRole('list').getByRole('listitem');
  await expect(rows).toHaveText([
    'حاسوبThis onesince 3 May',
    'Desksince 4 MayForget',
    'One that has no name',
  ]);
  await expect(rows.locator('bdi')).toHaveText(['حاسوب', 'Desk']);
});

test('aligns marks and tools at the row end and insets rows from the edge', async ({ page }) => {
  const box = (name: string) =>
    page.getByText(name, { exact: true }).evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, middle: (top + bottom) / 2 };
    });
  const [title, mark, line, tool] = [
    await box('Computers'),
    await box('This one'),
    await box('since 4 May'),
    await box('Forget'),
  ];
  const sheet = await page
    .getByRole('region', { name: 'Computers' })
    .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect); // the format of toJSON
  expect(title.left).toBeGreaterThan(sheet.left + 10);
  expect(line.left).toBe(title.left);
  expect(mark.right).toBeLessThan(sheet.right - 10);
  expect(Math.abs(tool.right - mark.right)).toBeLessThan(3);
  expect(Math.abs(tool.middle - line.middle)).toBeLessThan(20);
});

test('allows reaching the tool of a row by Tab, and focuses the heading after use', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { name: 'Computers', exact: true });
  await page.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Forget Desk' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Forget all' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Desk is forgotten');
  await expect(heading).toBeFocused();
});

test('draws a QR code black on white in every theme', async ({ page }) => {
  const code = page.getByRole('img', { name: 'Code to scan' });
  for (const media of [{}, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    const colours = await code.evaluate((svg) => [
      getComputedStyle(svg).fill,
      getComputedStyle(svg.parentElement ?? svg).backgroundColor,
    ]);
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  }
});
