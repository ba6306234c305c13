// The context of the window with all texts, for modules of the later scripts. A module of the first
// script does not import this file: test/scripts/first-modules.test.ts.
import type { Copy } from '../../copy/copy.ts';
import { type FirstContextValue, useFirstContext } from './first-context.ts';

export interface LoaderContextValue extends FirstContextValue {
  readonly copy: Copy;
}

export function useLoaderContext(): LoaderContextValue {
  // Only the later scripts call this, and App.tsx draws them once their texts have loaded.
  return useFirstContext() as LoaderContextValue;
}

export function useCopy(): Copy {
  return useLoaderContext().copy;
}
