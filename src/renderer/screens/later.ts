// Entry of the second script of the page (../later-screens.ts).
export { DeepLinkNotice } from '../DeepLinkNotice.tsx';
export { LoaderUpdateNotice } from '../LoaderUpdateNotice.tsx';
export { ConnectionCheckDialog } from './ConnectionCheckDialog.tsx';
export { LocalFormScreen } from './LocalFormScreen.tsx';
export { PhaseScreen } from './PhaseScreen.tsx';
