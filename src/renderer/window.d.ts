// Declares `window.loader`, the page's only access to the main process. Undefined in a browser.
import type { LoaderBridge } from '../shared/contract.ts';

declare global {
  interface Window {
    readonly loader?: LoaderBridge;
  }
}
