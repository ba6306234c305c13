// Contrast (WCAG 2.2) of texts and focus rings with the pixels that are really behind them.
import type { Page } from '@playwright/test';
import { readPng, type Pixels } from '../support/png.ts';

/** A text, or a side of a focus ring: its colour, and its place in the window. */
export interface InkBox {
  readonly text: string;
  readonly ink: readonly [red: number, green: number, blue: number];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The share of the pixels that must reach the contrast, if not all. */
  readonly share?: number;
}

/** sRGB value of a channel to linear light. */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0);
}

/** Returns the contrast of the ink with each pixel under the box. */
function contrastsOf({ data, width, height }: Pixels, box: InkBox): readonly number[] {
  const ink = luminance(...box.ink) + 0.05;
  const all: number[] = [];
  for (let y = Math.floor(box.top); y < Math.min(height, Math.ceil(box.bottom)); y += 1)
    for (let x = Math.floor(box.left); x < Math.min(width, Math.ceil(box.right)); x += 1) {
      const [red = 0, green = 0, blue = 0] = data.subarray(
        (y * width + x) * 4,
        (y * width + x) * 4 + 3,
      );
      const behind = luminance(red, green, blue) + 0.05;
      all.push(Math.max(ink, behind) / Math.min(ink, behind));
    }
  return all;
}

const moved = ({ left, top, right, bottom, ...same }: InkBox, x: number, y: number): InkBox => ({
  ...same,
  left: left - x,
  top: top - y,
  right: right - x,
  bottom: bottom - y,
});

/**
 * Returns the least contrast of each text. `take` runs in the page: it hides the inks, by `color` or
 * `outline-color` of their elements, and returns their boxes.
 */
export async function leastContrasts<Input>(
  page: Page,
  take: (input: Input) => InkBox[],
  input: Input,
): Promise<ReadonlyMap<string, number>> {
  // Playwright's type of the argument cannot be inferred from a generic one.
  const boxes = await page.evaluate(take as (input: unknown) => InkBox[], input);
  if (boxes.length === 0) return new Map();
  // Captures only the part of the window with the boxes, because decoding pixels takes time.
  const x = Math.max(0, Math.floor(Math.min(...boxes.map(({ left }) => left))));
  const y = Math.max(0, Math.floor(Math.min(...boxes.map(({ top }) => top))));
  const width = Math.ceil(Math.max(...boxes.map(({ right }) => right))) - x;
  const height = Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom))) - y;
  const pixels = readPng(await page.screenshot({ clip: { x, y, width, height } }));
  await page.evaluate(showInks);
  return new Map(
    [...Map.groupBy(boxes, ({ text }) => text)].map(([text, parts]) => {
      const all = parts.flatMap((box) => contrastsOf(pixels, moved(box, x, y)));
      const missed = Math.floor(all.length * (1 - (parts[0]?.share ?? 1)));
      return [text, all.toSorted((a, b) => a - b)[missed] ?? 21];
    }),
  );
}

/** Runs in the page: shows the inks again, because the next screen may keep these elements. */
function showInks(): void {
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    element.style.removeProperty('color');
    element.style.removeProperty('outline-color');
  }
}
