// Entry of the second script of the page (../later-screens.ts).
export { Notices } from '../Notices.tsx';
export { AccountMenu } from '../ui/AccountMenu.tsx';
export { FailureBox } from '../ui/FailureBox.tsx';
export { errorsOfFailure } from '../ui/failure-errors.tsx';
export { ConnectionCheckDialog } from './ConnectionCheckDialog.tsx';
export { LocalFormScreen } from './LocalFormScreen.tsx';
export { PhaseScreen } from './PhaseScreen.tsx';
export { PlainFailure } from './PlainFailure.tsx';
export { SentRequestsDialog } from './SentRequestsDialog.tsx';
