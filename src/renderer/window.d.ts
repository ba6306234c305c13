// The page's only access to the main process; missing outside the loader and its preview.
import type { LoaderBridge } from '../shared/contract.ts';

declare global {
  interface Window {
    readonly loader?: LoaderBridge;
  }
}
