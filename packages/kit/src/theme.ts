// Derives the accent colours of light and dark mode from the seller's colours, with a contrast of
// 4.5:1 for text and 3:1 for controls.
import { ground } from './ground.ts';
import { contrast, mix } from './colour.ts';

export interface Accent {
  /** Background of the main action. */
  readonly fill: string;
  /** The fill on hover and while pressed. */
  readonly hover: string;
  readonly pressed: string;
  /** Text on the fill. */
  readonly ink: string;
  /** Colour of links and the focus ring, readable on `ground`, `sheet`, both hovered, and `soft`. */
  readonly text: string;
  /** A tinted background. */
  readonly soft: string;
}

export interface Theme {
  readonly light: Accent;
  readonly dark: Accent;
}

export const modes = {
  light: {
    ground: ground.light,
    sheet: '#ffffff',
    contrastEnd: '#000000',
    softness: 0.91,
    hover: { ink: '#15171c', share: 0.06 },
  },
  dark: {
    ground: ground.dark,
    sheet: '#191b21',
    contrastEnd: '#ffffff',
    softness: 0.8,
    hover: { ink: '#f2f3f6', share: 0.08 },
  },
} as const;

const textContrast = 4.5;
const controlContrast = 3;
const darkInk = '#15171c';

/** Both colours are #rrggbb. If `colorDark` is null, the dark accent is derived from `color`. */
export function deriveTheme(color: string, colorDark: string | null): Theme {
  return { light: derive(color, 'light'), dark: derive(colorDark ?? color, 'dark') };
}

function derive(color: string, mode: keyof Theme): Accent {
  const { ground, sheet, contrastEnd, softness, hover: under } = modes[mode];
  const isDistinct = (hex: string) =>
    contrast(hex, ground) >= controlContrast && contrast(hex, sheet) >= controlContrast;
  const fill = mixUntil(contrastEnd, color, isDistinct);
  // Prefer white, then the dark ink. If both are unreadable, use black.
  const readable = ['#ffffff', darkInk].find((ink) => contrast(ink, fill) >= textContrast);
  const ink = readable ?? '#000000';
  // Darken, or lighten if darkening makes the ink unreadable or hides the fill.
  const shifted = (share: number) =>
    ['#000000', '#ffffff']
      .map((end) => mix(fill, end, share))
      .find((hex) => isDistinct(hex) && contrast(hex, ink) >= textContrast);
  const hover = shifted(0.09) ?? fill;
  const soft = mix(fill, sheet, softness);
  // Quiet buttons are links on --hover of tokens.css; a percent more, because browsers round.
  const grounds = [ground, sheet].flatMap((hex) => [hex, mix(hex, under.ink, under.share)]);
  const text = mixUntil(
    contrastEnd,
    mode === 'dark' ? mix(color, contrastEnd, 0.3) : color,
    (hex) => [...grounds, soft].every((behind) => contrast(hex, behind) >= textContrast),
  );
  return { fill, hover, pressed: shifted(0.17) ?? hover, ink, text, soft };
}

/** Mixes the colour with `end` in steps of 2 % until it passes; returns `end` if no step does. */
function mixUntil(end: string, color: string, passes: (hex: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const hex = mix(color, end, share);
    if (passes(hex)) return hex;
  }
  return end;
}

/** Sets the custom properties of style/tokens.css through CSSOM, which a strict CSP allows. */
export function applyTheme(theme: Theme, root: HTMLElement): void {
  for (const mode of ['light', 'dark'] as const)
    for (const [part, color] of Object.entries(theme[mode]))
      root.style.setProperty(`--accent-${part}-${mode}`, String(color));
}
