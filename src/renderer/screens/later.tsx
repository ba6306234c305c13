// The screens, parts and words that the first screen does not need, in a script of their own: later-parts.ts loads it.
import { laterCopy } from '../bridge/language.ts';
import { wordsFor } from '../../copy/failure-words.ts';
import type { Situation, Words } from '../../copy/words.ts';
import { SessionNotice, type SessionNoticeProps } from '../SessionNotice.tsx';
import type { Failure } from '../../shared/failure.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import type { FirstPhase } from '../../shared/phases.ts';
import type { Phase } from '../../shared/session.ts';
import type { LocalForm } from '../phase-facts.ts';
import { AccountMenu, type AccountMenuProps } from '../ui/AccountMenu.tsx';
import type { FieldName, FormFaults } from '../ui/form-faults.ts';
import { faultsOf } from '../ui/use-faults.tsx';
import { WishLine, type WishLineProps } from '../WishLine.tsx';
import type * as accountPart from './account/Account.tsx';
import type * as chatPart from './chat/ChatScreen.tsx';
import { AppClosed } from './AppClosed.tsx';
import { Banned } from './Banned.tsx';
import { Forgot } from './Forgot.tsx';
import { KeyDoor } from './KeyDoor.tsx';
import { KeptList, type KeptListProps } from './KeptList.tsx';
import { NewName } from './NewName.tsx';
import { NoSubscription } from './NoSubscription.tsx';
import { OneTimeCode } from './OneTimeCode.tsx';
import { Ready } from './Ready.tsx';
import { Redeem, type RedeemProps } from './Redeem.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { Unreachable } from './Unreachable.tsx';
import { UpdateRequired } from './UpdateRequired.tsx';
import { WrongDevice } from './WrongDevice.tsx';

export function drawPhase(phase: Exclude<Phase, FirstPhase>, open: (form: LocalForm) => void) {
  const redeem = () => open('redeem');
  switch (phase.kind) {
    case 'code-needed':
      return <OneTimeCode username={phase.username} />;
    case 'ready':
    case 'launching':
    case 'running':
      return <Ready phase={phase} open={open} />;
    case 'no-subscription':
      return <NoSubscription phase={phase} redeem={redeem} />;
    case 'update-required':
      return <UpdateRequired phase={phase} />;
    case 'app-paused':
    case 'app-disabled':
      return <AppClosed phase={phase} />;
    case 'banned':
      return <Banned phase={phase} />;
    case 'wrong-device':
      return <WrongDevice phase={phase} />;
    case 'session-ended':
      return <SessionEnded phase={phase} />;
    case 'unreachable':
      return <Unreachable phase={phase} />;
  }
}

let account: typeof accountPart | null = null;
let chat: typeof chatPart | null = null;

/** What a form needs that is in a script of its own. */
export async function loadForm(form: LocalForm): Promise<void> {
  if (form === 'account') account ??= await import('./account/Account.tsx');
  if (form === 'chat') chat ??= await import('./chat/ChatScreen.tsx');
}

export interface FormProps extends RedeemProps {
  readonly open: (form: LocalForm) => void;
}

export function drawForm(form: LocalForm, props: FormProps) {
  switch (form) {
    case 'redeem':
      return <Redeem {...props} />;
    case 'key':
      return <KeyDoor {...props} />;
    case 'forgot':
      return <Forgot {...props} />;
    case 'new-name':
      return <NewName {...props} />;
    case 'account':
      return account === null ? null : <account.Account {...props} />;
    case 'chat':
      return chat === null ? null : <chat.ChatScreen {...props} />;
  }
}

export function drawKeptList(props: KeptListProps) {
  return <KeptList {...props} />;
}

export function drawAccountMenu(props: AccountMenuProps) {
  return <AccountMenu {...props} />;
}

export function drawNotice(props: SessionNoticeProps) {
  return <SessionNotice {...props} />;
}

export function drawWish(props: WishLineProps) {
  return <WishLine key={props.wish.id} {...props} />;
}

/** Those of the form on the first screen. */
export function faultsOfFirst(
  language: LanguageCode,
  failure: Failure,
  situation: Situation,
  fields: readonly FieldName[],
): FormFaults {
  return faultsOf(laterCopy(language), failure, situation, fields);
}

/** Where no screen can be drawn. */
export function wordsOfStart(language: LanguageCode, failure: Failure): Words {
  const copy = laterCopy(language);
  return wordsFor(copy, failure, { moment: 'screen', brand: copy.plain.thisProgram });
}
