// Types of the settings that the user chooses for the window and this computer. Does not import
// zod, so that the page can import this file.
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The text sizes in the settings, in percent. The keyboard has more steps: zoom.ts. */
export const textSizes = [90, 100, 125, 150] as const;

export interface Preferences {
  /** Null if the page runs in a browser, whose own settings apply. */
  readonly theme: Theme | null;
  /** In percent, 80 to 200; null like `theme`. */
  readonly textSize: number | null;
  /** Whether a sign-in launches the program; null if the seller does not offer this. */
  readonly launchWhenSignedIn: boolean | null;
  /** Null if unknown, or if this computer does not support it. */
  readonly startWithSystem: boolean | null;
  /** Whether the system opens links of the loader's scheme here; null if unknown or without one. */
  readonly opensLinks: boolean | null;
}
