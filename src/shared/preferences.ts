// What the user chooses about the window and this computer. Does not import zod, so that the page
// can import this file.
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The text sizes in the settings, in percent. The keyboard has more steps: zoom.ts. */
export const textSizes = [90, 100, 125, 150] as const;

export interface Preferences {
  /** null: the page runs in a browser, whose own settings decide. */
  readonly theme: Theme | null;
  /** In percent, 80 to 200; null like `theme`. */
  readonly textSize: number | null;
  /** Launches the program after a sign-in; null: the seller does not offer it. */
  readonly launchWhenSignedIn: boolean | null;
  /** null: unknown, or not possible on this computer. */
  readonly startWithSystem: boolean | null;
}
