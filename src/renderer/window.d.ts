// Declares `window.loader`, the page's only access to the main process. It is undefined in a plain
// browser.
import type { LoaderBridge } from '../shared/contract.ts';

declare global {
  interface Window {
    readonly loader?: LoaderBridge;
  }
}
