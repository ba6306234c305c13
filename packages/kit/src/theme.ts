// Turns the seller's one or two colours into everything drawn with them, so that text always has a contrast of 4.5:1 and
// controls and focus of 3:1, in light and in dark. Pure, but for applyTheme; the neutral colours are those of style/tokens.css.
import { ground } from './ground.ts';
import { contrast, mix } from './colour.ts';

export interface Accent {
  /** Of the main action. */
  readonly fill: string;
  /** The same under the pointer, and pressed. */
  readonly hover: string;
  readonly pressed: string;
  /** Text on the fill. */
  readonly ink: string;
  /** Links and the focus ring, on ground, sheet and soft. */
  readonly text: string;
  /** Quiet background. */
  readonly soft: string;
}

export interface Theme {
  readonly light: Accent;
  readonly dark: Accent;
}

export const modes = {
  light: { ground: ground.light, sheet: '#ffffff', away: '#000000', softness: 0.91 },
  dark: { ground: ground.dark, sheet: '#191b21', away: '#ffffff', softness: 0.8 },
} as const;

const textContrast = 4.5;
const controlContrast = 3;
const darkInk = '#15171c';

/** `colorDark` null: the dark form is derived from `color`. Both are #rrggbb. */
export function deriveTheme(color: string, colorDark: string | null): Theme {
  return { light: derive(color, 'light'), dark: derive(colorDark ?? color, 'dark') };
}

function derive(color: string, mode: keyof Theme): Accent {
  const { ground, sheet, away, softness } = modes[mode];
  const standsOut = (hex: string) =>
    contrast(hex, ground) >= controlContrast && contrast(hex, sheet) >= controlContrast;
  const fill = toward(away, color, standsOut);
  // White where it can be read, for it looks best on a strong colour; else the darkest that is needed.
  const readable = ['#ffffff', darkInk].find((ink) => contrast(ink, fill) >= textContrast);
  const ink = readable ?? '#000000';
  // Under the pointer the fill moves the way that its ink allows and that keeps it apart from the ground.
  const nudged = (share: number) =>
    ['#000000', '#ffffff']
      .map((end) => mix(fill, end, share))
      .find((hex) => standsOut(hex) && contrast(hex, ink) >= textContrast);
  const hover = nudged(0.09) ?? fill;
  const soft = mix(fill, sheet, softness);
  const text = toward(away, mode === 'dark' ? mix(color, away, 0.3) : color, (hex) =>
    [ground, sheet, soft].every((behind) => contrast(hex, behind) >= textContrast),
  );
  return { fill, hover, pressed: nudged(0.17) ?? hover, ink, text, soft };
}

/** The colour, mixed step by step with black or white until it passes; the end itself always does. */
function toward(end: string, color: string, passes: (hex: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const hex = mix(color, end, share);
    if (passes(hex)) return hex;
  }
  return end;
}

/** Writes the theme where style/tokens.css reads it; through CSSOM, which a strict CSP allows. */
export function applyTheme(theme: Theme, root: HTMLElement): void {
  for (const mode of ['light', 'dark'] as const)
    for (const [part, color] of Object.entries(theme[mode]))
      root.style.setProperty(`--accent-${part}-${mode}`, String(color));
}
