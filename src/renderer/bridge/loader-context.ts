// What every screen may use: the bridge, the facts, and the newest snapshot.
import { createContext, use, type RefObject } from 'react';
import type { Copy } from '../../copy/copy.ts';
import type { LoaderBridge } from '../../shared/contract.ts';
import type { Failure } from '../../shared/failure.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import type { LoaderInfo } from '../../shared/loader-info.ts';
import type { Session } from '../../shared/session.ts';

export interface LoaderParts {
  readonly bridge: LoaderBridge;
  readonly info: LoaderInfo;
  readonly session: Session;
  /** Every sentence, in the window's language. */
  readonly copy: Copy;
  readonly language: LanguageCode;
  /** Goes on in another language, at once and at the next start. */
  readonly speak: (language: LanguageCode) => void;
  /** Says it in the window's one live region. */
  readonly say: (text: string) => void;
  /** The failure that the screen tells by itself. */
  readonly tell: (failure: Failure | null) => void;
  /** Puts the focus where the screen begins; null while there is none. */
  readonly arrivalRef: RefObject<(() => void) | null>;
}

export const LoaderContext = createContext<LoaderParts | null>(null);

export function useParts(): LoaderParts {
  const parts = use(LoaderContext);
  if (parts === null) throw new Error('a screen was drawn outside of the loader');
  return parts;
}

export function useCopy(): Copy {
  return useParts().copy;
}
