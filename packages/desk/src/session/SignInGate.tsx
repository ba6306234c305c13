// Requests a sign-in over the page after the session ended, so that forms and running orders stay.
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { useGate } from '@latchkey/kit/use-gate.ts';
import { failureOf, RequestFailed } from '@latchkey/web/failure.ts';
import { failureText } from '../client/failure-text.ts';
import { useCopy, useLanguage } from '../copy/language.ts';
import { CodeField } from '../parts/CodeField.tsx';
import { leaveForms } from '../router/leaving.ts';
import { endSession, isAboutCode, shownMe, useSignIn } from './me.ts';
import { SignInContext } from './sign-in-request.ts';

export function SignInGate({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const { isOpen, request, open, refuse } = useGate();
  const leave = () => {
    endSession(client);
    refuse(new RequestFailed({ code: 'signed-out', message: '', retryAfter: null, facts: {} }));
  };
  const me = shownMe(client);
  return (
    <SignInContext value={request}>
      {children}
      {isOpen && me !== null && (
        <SignInDialog {...me} onRight={open} onLeave={() => leaveForms(leave)} />
      )}
    </SignInContext>
  );
}

interface SignInDialogProps {
  readonly ownerid: string;
  readonly name: string;
  readonly onRight: () => void;
  readonly onLeave: () => void;
}

const focus = (field: HTMLInputElement | null) => field?.focus();

function SignInDialog({ ownerid, name, onRight, onLeave }: SignInDialogProps) {
  const { signIn, signInAgain, frame } = useCopy();
  const { typed, change, isPending, needsCode, error, submit } = useSignInAgain(ownerid, name);
  return (
    <FormDialog
      title={signInAgain.title}
      text={needsCode ? signIn.codeText(name) : signInAgain.text(name, ownerid)}
      covers
      submitLabel={signIn.submit}
      busyLabel={signIn.busy}
      cancelLabel={frame.signOut}
      pending={isPending}
      error={error}
      onSubmit={() => void submit().then((isSignedIn) => isSignedIn && onRight())}
      onLeave={onLeave}
    >
      {needsCode ? (
        <CodeField
          label={signIn.code}
          ref={focus}
          value={typed.code}
          onChange={(code) => change({ code })}
        />
      ) : (
        <Field
          label={frame.password}
          type="password"
          autoComplete="current-password"
          value={typed.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      )}
    </FormDialog>
  );
}

function useSignInAgain(ownerid: string, name: string) {
  const language = useLanguage();
  const request = useSignIn();
  const [typed, setTyped] = useState({ password: '', code: '' });
  const change = (changed: Partial<typeof typed>) =>
    setTyped((known) => ({ ...known, ...changed }));
  const failure = request.error === null ? null : failureOf(request.error);
  const needsCode = failure !== null && isAboutCode(failure.code, request.variables?.['code']);
  const submit = async (): Promise<boolean> => {
    const { password } = typed;
    const code = needsCode ? typed.code : undefined;
    if (request.isPending || password === '' || code?.trim() === '') return false;
    try {
      await request.mutateAsync({ ownerid, name, password, code });
      return true;
    } catch (thrown) {
      change(isAboutCode(failureOf(thrown).code, code) ? { code: '' } : { password: '', code: '' });
      return false;
    }
  };
  const isFailed = failure !== null && failure.code !== 'code-needed';
  return {
    typed,
    change,
    needsCode,
    submit,
    isPending: request.isPending,
    error: isFailed ? failureText(language, failure) : null,
  };
}
