// Themes for any brand colour: text keeps a contrast of 4.5:1 and fills keep 3:1, in light and
// dark.
import { readFileSync } from 'node:fs';
import { ground } from '@latchkey/kit/ground.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, mix } from '@latchkey/kit/colour.ts';
import { deriveTheme, modes, type Accent } from '@latchkey/kit/theme.ts';

function expectReadable(accent: Accent, mode: 'light' | 'dark'): void {
  const { ground, sheet, hover } = modes[mode];
  for (const fill of [accent.fill, accent.hover, accent.pressed]) {
    expect(contrast(accent.ink, fill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(fill, ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(fill, sheet)).toBeGreaterThanOrEqual(3);
  }
  const hovered = [ground, sheet].map((hex) => mix(hex, hover.ink, hover.share));
  for (const behind of [ground, sheet, ...hovered, accent.soft])
    expect(contrast(accent.text, behind)).toBeGreaterThanOrEqual(4.5);
}

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('theme', () => {
  test.each([
    '#4f46e5',
    '#ffd400',
    '#ffffff',
    '#000000',
    '#808080',
    '#767676',
    '#00ff00',
    '#ff0000',
    '#0000ff',
    '#16a34a',
    '#f97316',
    '#101116',
  ])('keeps %s readable in both themes', (given) => {
    const theme = deriveTheme(given, null);
    expectReadable(theme.light, 'light');
    expectReadable(theme.dark, 'dark');
  });

  test('adjusts any two colours until they are readable', () => {
    fc.assert(
      fc.property(color, fc.option(color), (one, other) => {
        const theme = deriveTheme(one, other);
        expectReadable(theme.light, 'light');
        expectReadable(theme.dark, 'dark');
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps a brand colour that has enough contrast', () => {
    expect(deriveTheme('#4f46e5', '#625ff0').light.fill).toBe('#4f46e5');
    expect(deriveTheme('#4f46e5', '#625ff0').dark.fill).toBe('#625ff0');
  });

  test('mixes from one colour to the other', () => {
    expect(mix('#102030', '#ffffff', 0)).toBe('#102030');
    expect(mix('#102030', '#ffffff', 1)).toBe('#ffffff');
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  });
});

test('derives the theme from the ground colours of the style sheet', () => {
  const tokens = readFileSync('packages/kit/src/style/tokens.css', 'utf8');
  expect(tokens).toContain(`--ground: light-dark(${ground.light}, ${ground.dark});`);
});
