// Saves and publishes the user's settings of this computer: theme, text size, automatic launch and
// start with the system.
import type { CommandInput, Handlers } from '../../shared/contract.ts';
import { fail, ok, type Result } from '../../shared/failure.ts';
import type { CoreParts } from './parts.ts';

export type PreferencesParts = Pick<
  CoreParts,
  'config' | 'desktop' | 'failures' | 'publisher' | 'state'
>;

type Choice = CommandInput<'choosePreference'>;

/** Returns the user's choice, or the seller's default; null if the seller offers no such launch. */
export function launchesWhenSignedIn({
  config: { launchWhenSignedIn: offer },
  state,
}: Pick<PreferencesParts, 'config' | 'state'>): boolean | null {
  return offer === false ? null : (state.get().launchWhenSignedIn ?? offer === true);
}

export interface PreferenceHandlers {
  readonly handlers: Pick<Handlers, 'choosePreference'>;
  /** Reads again what the user can change outside the loader. */
  readonly refresh: () => void;
}

export function createPreferenceHandlers(core: PreferencesParts): PreferenceHandlers {
  const { desktop, failures, publisher } = core;
  let startWithSystem: boolean | null = null;
  const publish = (): void => {
    const { theme, zoom } = core.state.get();
    const hasWindow = desktop.window !== null;
    publisher.preferences({
      theme: hasWindow ? theme : null,
      textSize: hasWindow ? zoom : null,
      launchWhenSignedIn: launchesWhenSignedIn(core),
      startWithSystem,
      opensLinks: desktop.links?.isOurs() ?? null,
    });
  };
  let newest = 0;
  const readAutostart = async (): Promise<void> => {
    newest += 1;
    const reading = newest;
    const isOn = (await desktop.autostart?.isOn()) ?? null;
    if (reading !== newest) return;
    startWithSystem = isOn;
    publish();
  };
  publish();
  desktop.window?.onZoom(publish);
  const refresh = (): void => {
    void readAutostart().catch((error: unknown) => {
      failures.defect('reading the start with the system failed', error);
    });
  };
  refresh();
  return {
    refresh,
    handlers: {
      async choosePreference(choice) {
        const result = await apply(core, choice);
        if (choice.name === 'startWithSystem') await readAutostart();
        else publish();
        return result;
      },
    },
  };
}

async function apply(
  { config, desktop, failures, state }: PreferencesParts,
  choice: Choice,
): Promise<Result<null>> {
  const refuse = (): Result<null> =>
    fail(failures.make({ code: 'invalid-input', fields: ['name'] }));
  const refusedBySystem = (): Result<null> => fail(failures.make({ code: 'setting-refused' }));
  switch (choice.name) {
    case 'theme':
      if (desktop.window === null) return refuse();
      state.change({ theme: choice.value });
      desktop.window.applyTheme(choice.value);
      return ok(null);
    case 'textSize':
      if (desktop.window === null) return refuse();
      desktop.window.setZoom(choice.value);
      return ok(null);
    case 'launchWhenSignedIn':
      if (config.launchWhenSignedIn === false) return refuse();
      state.change({ launchWhenSignedIn: choice.value });
      return ok(null);
    case 'startWithSystem':
      if (desktop.autostart === null) return refuse();
      return (await desktop.autostart.set(choice.value)) ? ok(null) : refusedBySystem();
    case 'opensLinks':
      if (desktop.links === null) return refuse();
      return desktop.links.claim() ? ok(null) : refusedBySystem();
  }
}
