// Derives the cover's colours from the seller's. The text has a contrast of 4.5:1 on each of them.
import { contrast, mix } from '@latchkey/kit/colour.ts';
import type { LoaderInfo } from '../../shared/loader-info.ts';

export interface CoverColours {
  /** Text on the cover. */
  readonly ink: string;
  /** Text on a control that is filled with the ink. */
  readonly paper: string;
  /** The gradient: its lightest part, its middle, and the end under the text. */
  readonly glow: string;
  readonly base: string;
  readonly deep: string;
}

const white = '#ffffff';
const black = '#000000';
const darkInk = '#15171c';
const textContrast = 4.5;
/** A colour that must be darkened further than this for white text looks better with dark text. */
const maxDarkening = 0.3;

/** Both colours are #rrggbb. A dark window always gets white text. */
export function coverColours(
  { color, colorDark }: Pick<LoaderInfo['brand'], 'color' | 'colorDark'>,
  mode: 'light' | 'dark',
): CoverColours {
  const given = mode === 'dark' ? (colorDark ?? color) : color;
  const share = darkeningFor(given);
  if (mode === 'light' && share > maxDarkening) return paleCover(given);
  const base = mix(given, black, share);
  return {
    ink: white,
    paper: mix(base, black, 0.5),
    glow: glowOf(base),
    base,
    deep: mix(base, black, 0.6),
  };
}

function paleCover(given: string): CoverColours {
  return {
    ink: darkInk,
    paper: white,
    glow: mix(given, white, 0.55),
    base: given,
    deep: mix(given, black, 0.08),
  };
}

/** Returns the share of black, in steps of 2 %, with which white text on `color` passes. */
function darkeningFor(color: string): number {
  let share = 0;
  while (contrast(mix(color, black, share), white) < textContrast) share += 0.02;
  return share;
}

/** Returns the lightest glow, in steps of 1 %, on which white text passes: a long name reaches it. */
function glowOf(base: string): string {
  let share = 0.1;
  while (share > 0 && contrast(mix(base, white, share), white) < textContrast) share -= 0.01;
  return mix(base, white, Math.max(share, 0));
}

/** Sets the custom properties of style/cover.css through CSSOM, which a strict CSP allows. */
export function applyCover(brand: LoaderInfo['brand'], root: HTMLElement): void {
  for (const mode of ['light', 'dark'] as const)
    for (const [part, color] of Object.entries(coverColours(brand, mode)))
      root.style.setProperty(`--cover-${part}-${mode}`, String(color));
}
