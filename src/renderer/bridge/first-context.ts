// React context of the window, as the modules of the first script read it.
import { createContext, use, type RefObject } from 'react';
import type { FirstCopy } from '../../copy/copy.ts';
import type { LoaderBridge } from '../../shared/contract.ts';
import type { Failure } from '../../shared/failure.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import type { LoaderInfo } from '../../shared/loader-info.ts';
import type { Session } from '../../shared/session.ts';
import type { LaterScreens } from '../later-screens.ts';

export interface FirstContextValue {
  readonly bridge: LoaderBridge;
  readonly info: LoaderInfo;
  readonly session: Session;
  readonly copy: FirstCopy;
  /** The second script; null until it and its texts have loaded. */
  readonly later: LaterScreens | null;
  readonly language: LanguageCode;
  /** Switches the language and saves the choice. */
  readonly setLanguage: (language: LanguageCode) => void;
  /** Announces a text in the window's only live region. */
  readonly announce: (text: string) => void;
  /** Empties the live region, so that it describes nothing but the current screen. */
  readonly clearAnnouncement: () => void;
  /** Registers the failure that the current screen shows, so that no notice repeats it. */
  readonly setShownFailure: (failure: Failure | null) => void;
  /** Holds the function that moves the focus to the screen's start; null without a screen. */
  readonly arrivalRef: RefObject<(() => void) | null>;
  /** The times of the next allowed attempts, by operation and subject (use-limited-command.ts). */
  readonly limits: ReadonlyMap<string, number>;
  /** Starts a check of the connection and opens its dialog. */
  readonly checkConnection: () => void;
  /** Opens the dialog with the last requests. */
  readonly showSentRequests: () => void;
  readonly addLimit: (id: string, until: number) => void;
  /** The element that contains the notices; null before the first rendering. */
  readonly noticePlace: HTMLElement | null;
}

export const LoaderContext = createContext<FirstContextValue | null>(null);

export function useFirstContext(): FirstContextValue {
  const value = use(LoaderContext);
  if (value === null) throw new Error('a screen was drawn outside of the loader');
  return value;
}

export function useFirstCopy(): FirstCopy {
  return useFirstContext().copy;
}
