// The components of the kit for pages with tables and navigation, tested by keyboard and with axe.
import { axeViolations } from '../support/accessibility.ts';
import { kitTest } from './kit-page.ts';
import { expect } from './screen-page.ts';

const test = kitTest({ path: 'desk.html', heading: 'Licenses' });

for (const width of [375, 900, 1600])
  test(`has no axe violations in light and dark themes at ${String(width)} px`, async ({ page }, {
    project,
  }) => {
    await page.setViewportSize({ width, height: 1000 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.screenshot({
        path: `test-results/${project.name}/kit-desk.${String(width)}.${theme}.png`,
        fullPage: true,
      });
      expect(await axeViolations(page)).toEqual([]);
    }
  });
