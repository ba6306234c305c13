// Signed-out screen: the list of saved sign-ins, or the sign-in form.
import { useState } from 'react';
import { useFirstContext } from '../bridge/first-context.ts';
import { isSameName } from '../../shared/same-name.ts';
import type { SavedSignInSummary, Phase } from '../../shared/session.ts';
import type { LocalForm } from '../phase-facts.ts';
import { SavedSignInList } from './SavedSignInList.tsx';
import { SignIn } from './SignIn.tsx';

export interface SignedOutProps {
  readonly phase: Extract<Phase, { kind: 'signed-out' }>;
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly open: (form: LocalForm) => void;
}

/** Returns false for another account and for a user without a saved password. */
function startsWithList(
  { username, another }: SignedOutProps['phase'],
  savedSignIns: readonly SavedSignInSummary[],
) {
  if (another === true) return false;
  const complete = savedSignIns.filter((one) => one.complete);
  return username === ''
    ? savedSignIns.length > 0
    : complete.some(({ name }) => isSameName(name, username));
}

export function SignedOut({ phase, username, onUsername, open }: SignedOutProps) {
  const { savedSignIns } = useFirstContext().session;
  const showsList = startsWithList(phase, savedSignIns);
  const [list, setList] = useState(showsList);
  const [failure, setFailure] = useState(phase.failure);
  if (list && savedSignIns.length === 0) setList(false);
  // After a failed saved sign-in, the form asks for the password.
  if (failure !== phase.failure) {
    setFailure(phase.failure);
    if (phase.failure !== null && !showsList) setList(false);
  }
  if (list)
    return (
      <SavedSignInList
        failure={showsList ? phase.failure : null}
        openSignInForm={(name) => {
          onUsername(name);
          setList(false);
        }}
        open={open}
      />
    );
  // The form may be open for an account other than the one that failed.
  const concernsUser = phase.username === '' || isSameName(phase.username, username);
  const toList = savedSignIns.length === 0 ? null : () => setList(true);
  return (
    <SignIn
      username={username}
      savedSignInFailure={concernsUser ? phase.failure : null}
      onUsername={onUsername}
      open={open}
      toList={toList}
    />
  );
}
