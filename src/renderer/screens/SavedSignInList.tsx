// List of this computer's saved sign-ins. The user can sign in with one, remove one, or use another
// account.
import { KeyRound, UserRound } from 'lucide';
import { useState } from 'react';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { fill } from '../../copy/sentences.ts';
import type { Failure } from '../../shared/failure.ts';
import type { SavedSignInSummary } from '../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { showsSpinner, useWait, type WaitStage } from '@latchkey/kit/use-wait.ts';
import type { LocalForm } from '../phase-facts.ts';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { useTitle } from '../ui/use-title.ts';
import { WaitLine } from '../ui/WaitLine.tsx';
import { ForgetSignIn, type ForgetSignInProps, noteOf } from './ForgetSignIn.tsx';
import { KeyLink } from './KeyLink.tsx';

export interface SavedSignInListProps {
  readonly failure: Failure | null;
  /** Opens the sign-in form and fills in the user name. */
  readonly openSignInForm: (username: string) => void;
  readonly open: (form: LocalForm) => void;
}

/** All rows share one command, so only one sign-in or removal runs at a time. */
function useSavedSignInCommands(openSignInForm: (username: string) => void) {
  const { bridge } = useFirstContext();
  const command = useCommand<null>();
  const [pressed, setPressed] = useState<string | null>(null);
  useEscape(command.pending, () => void bridge.cancel({}));
  const press = ({ id, name, complete }: SavedSignInSummary) => {
    if (!complete) {
      openSignInForm(name);
      return;
    }
    setPressed(id);
    void command.run(() => bridge.signInWithSaved({ id }));
  };
  const forget = ({ id }: SavedSignInSummary) => {
    setPressed(null);
    return command.run(() => bridge.removeSavedSignIn({ id }));
  };
  return { command, pressed, press, forget };
}

export function SavedSignInList({ failure, openSignInForm, open }: SavedSignInListProps) {
  const { info, session, later } = useFirstContext();
  const { savedSignInList, signIn } = useFirstCopy();
  const { command, pressed, press, forget } = useSavedSignInCommands(openSignInForm);
  const wait = useWait(command.pending);
  const first = useArrivalFocus<HTMLUListElement>((list) => list.querySelector('button'));
  useTitle(savedSignInList.title);
  const shownFailure = command.failure ?? (command.pending ? null : failure);
  return (
    <div className="column form appear" aria-busy={command.pending}>
      <div className="head-of-form">
        <h1>{savedSignInList.title}</h1>
        <p className="lead">{fill(signIn.lead, { name: info.brand.name })}</p>
      </div>
      <ul className="kept" ref={first}>
        {session.savedSignIns.map((savedSignIn) => (
          <SavedSignInRow
            key={savedSignIn.id}
            savedSignIn={savedSignIn}
            wait={pressed === savedSignIn.id ? wait : 'none'}
            isDisabled={command.pending}
            press={() => press(savedSignIn)}
            forget={() => forget(savedSignIn)}
          />
        ))}
      </ul>
      <Button kind="outlined" disabled={command.pending} onClick={() => openSignInForm('')}>
        {savedSignInList.useAnother}
      </Button>
      {later !== null && shownFailure !== null && (
        <later.FailureBox key={shownFailure.reportId} failure={shownFailure} operation="saved" />
      )}
      <WaitLine wait={wait}>
        <KeyLink open={() => open('key')} />
      </WaitLine>
    </div>
  );
}

interface SavedSignInRowProps extends Omit<ForgetSignInProps, 'kind'> {
  readonly wait: WaitStage;
  readonly press: () => void;
}

function SavedSignInRow({ wait, press, ...forgetProps }: SavedSignInRowProps) {
  const copy = useFirstCopy();
  const { savedSignIn, isDisabled } = forgetProps;
  const { name, byKey } = savedSignIn;
  const text = showsSpinner(wait) ? copy.signIn.busyLabel : noteOf(copy, savedSignIn);
  return (
    <li>
      <button
        type="button"
        className="kept-one"
        aria-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && press()}
      >
        {showsSpinner(wait) ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <Icon icon={byKey ? KeyRound : UserRound} size={18} />
        )}
        <span>
          <bdi className="name">{name}</bdi>
          {text !== null && <span className="small">{text}</span>}
        </span>
      </button>
      <ForgetSignIn {...forgetProps} kind="quiet" />
    </li>
  );
}
