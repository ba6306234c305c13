// The one door to the main process; missing when the page is opened by anything but the loader or its preview.
import type { LoaderBridge } from '../shared/contract.ts';

declare global {
  interface Window {
    readonly loader?: LoaderBridge;
  }
}
