// Draws the demo brand's cover, examples/brand/cover.webp: hills at dusk under a northern sky, and the
// wind as lines. A fixed sequence of numbers places everything, so that each run draws the same.
import { resolve } from 'node:path';
import type { Browser } from '@playwright/test';

export const demoCover = resolve(import.meta.dirname, '../../examples/brand/cover.webp');

const size = { width: 1600, height: 1000 };

function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Hill {
  readonly base: number;
  readonly height: number;
  readonly colour: string;
}

const hills: readonly Hill[] = [
  { base: 610, height: 150, colour: '#4a44b8' },
  { base: 690, height: 130, colour: '#38348f' },
  { base: 780, height: 110, colour: '#28256c' },
  { base: 880, height: 90, colour: '#1a184b' },
];

/** The outline of a hill: three waves of different lengths. */
function outlineOf({ base, height }: Hill, next: () => number): string {
  const waves = [1, 2.3, 5.1].map((speed) => ({ speed, start: next() * 6.28 }));
  const points = Array.from({ length: 81 }, (_, index) => {
    const x = index * 20;
    const y = waves.reduce(
      (sum, { speed, start }) => sum + Math.sin((x / 420) * speed + start) / (1.6 * speed),
      0,
    );
    return `${x},${(base - y * height).toFixed(1)}`;
  });
  return `M0,1000 L${points.join(' L')} L1600,1000 Z`;
}

/** A line of wind that rises, curls and fades. */
function windLine(next: () => number): string {
  const [x, y, length] = [next() * 1200, 120 + next() * 460, 260 + next() * 520];
  const lift = 18 + next() * 46;
  const path = `M${x.toFixed(0)},${y.toFixed(0)} q${(length / 4).toFixed(0)},${(-lift).toFixed(0)} ${(length / 2).toFixed(0)},0 t${(length / 2).toFixed(0)},${(-lift / 2).toFixed(0)}`;
  return `<path d="${path}" stroke-width="${(1.5 + next() * 3).toFixed(1)}" opacity="${(0.12 + next() * 0.3).toFixed(2)}"/>`;
}

function coverSvg(): string {
  const next = numbersFrom(7);
  const stars = Array.from({ length: 70 }, () => {
    const [x, y, r] = [next() * 1600, next() * 430, 0.6 + next() * 1.3];
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(1)}" opacity="${(0.25 + next() * 0.6).toFixed(2)}"/>`;
  });
  const wind = Array.from({ length: 22 }, () => windLine(next));
  const drawnHills = hills.map(
    (hill) => `<path d="${outlineOf(hill, next)}" fill="${hill.colour}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#14123d"/><stop offset=".38" stop-color="#3d37a8"/>
        <stop offset=".6" stop-color="#8f7ee6"/><stop offset=".72" stop-color="#f3b6b0"/>
      </linearGradient>
      <radialGradient id="sun"><stop offset="0" stop-color="#fff1d8"/>
        <stop offset=".16" stop-color="#ffe2bd" stop-opacity=".9"/>
        <stop offset="1" stop-color="#f3b6b0" stop-opacity="0"/></radialGradient>
      <linearGradient id="air" x1="0" y1="0" x2="1" y2="0">
        <stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#fff"/>
        <stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
    </defs>
    <rect width="1600" height="1000" fill="url(#sky)"/>
    <g fill="#fff">${stars.join('')}</g>
    <circle cx="1080" cy="560" r="420" fill="url(#sun)"/>
    <g fill="none" stroke="url(#air)" stroke-linecap="round">${wind.join('')}</g>
    ${drawnHills.join('')}
  </svg>`;
}

export async function drawDemoCover(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const data = await page.evaluate(
    async ({ svg, width, height }) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    },
    { svg: coverSvg(), ...size },
  );
  await page.close();
  return Buffer.from(data.replace('data:image/webp;base64,', ''), 'base64');
}
