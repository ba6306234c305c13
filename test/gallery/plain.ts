// Pictures of the plain screen, which replaces screens that cannot render.
import { ready } from '../screens/samples.ts';
import { breakDrawing, type Picture } from './picture.ts';

export const plainPictures: readonly Picture[] = [
  { name: 'drawing-failed', open: { phase: ready }, act: breakDrawing },
  {
    name: 'drawing-failed-by-hand',
    open: { phase: ready },
    act: async (page, bridge) => {
      await breakDrawing(page, bridge);
      await page.evaluate(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined }),
      );
      await page.getByRole('button', { name: 'Copy details' }).click();
    },
  },
];
