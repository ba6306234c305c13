// A fake desktop: the window's theme and zoom, and the start with the system. Tests set its
// behaviour.
import type { Desktop } from '../../src/main/core/ports.ts';
import type { Theme } from '../../src/shared/preferences.ts';

/** The host of a page in a browser, in which nothing can be set. */
export const noDesktop: Desktop = { window: null, autostart: null, links: null };

export interface FakeDesktop extends Desktop {
  readonly themes: readonly Theme[];
  readonly zooms: readonly number[];
  /** Simulates that the user changes the zoom with the keyboard. */
  readonly pressZoom: () => void;
  /** Whether the system starts the loader. */
  startsWithSystem: boolean;
  /** Whether the system opens the loader for its links. */
  opensLinks: boolean;
  /** Whether the system refuses to change these two. */
  refuses: boolean;
}

export function createFakeDesktop(saveZoom: (percent: number) => void): FakeDesktop {
  const themes: Theme[] = [];
  const zooms: number[] = [];
  let changed = (): void => undefined;
  const desktop: FakeDesktop = {
    themes,
    zooms,
    pressZoom: () => changed(),
    startsWithSystem: false,
    opensLinks: true,
    refuses: false,
    window: {
      applyTheme: (theme) => void themes.push(theme),
      setZoom(percent) {
        saveZoom(percent);
        zooms.push(percent);
      },
      onZoom: (listener) => void (changed = listener),
    },
    autostart: {
      isOn: () => Promise.resolve(desktop.startsWithSystem),
      set(on) {
        if (!desktop.refuses) desktop.startsWithSystem = on;
        return Promise.resolve(!desktop.refuses);
      },
    },
    links: {
      isOurs: () => desktop.opensLinks,
      claim() {
        if (!desktop.refuses) desktop.opensLinks = true;
        return desktop.opensLinks;
      },
    },
  };
  return desktop;
}
