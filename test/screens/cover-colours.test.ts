// The colours of a derived cover, for a grid of colours that a seller could choose.
import { expect, it } from 'vitest';
import { contrast } from '@latchkey/kit/colour.ts';
import { coverColours } from '../../src/renderer/ui/cover-colours.ts';

const steps = ['00', '33', '66', '99', 'cc', 'ff'];
const colours = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
);

it.each(['light', 'dark'] as const)('a cover keeps its text readable in %s mode', (mode) => {
  const low = colours.filter((color) => {
    const { ink, paper, glow, base, deep } = coverColours({ color, colorDark: null }, mode);
    return [paper, glow, base, deep].some((behind) => contrast(ink, behind) < 4.5);
  });
  expect(low).toEqual([]);
});

it('a cover has dark text on a pale colour only in a light window', () => {
  const pale = { color: '#fff3a3', colorDark: null };
  expect(coverColours(pale, 'light')).toMatchObject({ ink: '#15171c', base: '#fff3a3' });
  expect(coverColours(pale, 'dark').ink).toBe('#ffffff');
});

it("a cover uses the seller's dark colour in a dark window", () => {
  const brand = { color: '#4f46e5', colorDark: '#101010' };
  expect(coverColours(brand, 'dark').base).toBe('#101010');
  expect(coverColours(brand, 'light').base).toBe('#4f46e5');
});
