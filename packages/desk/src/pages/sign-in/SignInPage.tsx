// Sign-in: owner id, name and password, then a code if the person has a second factor.
import { useRef, useState } from 'react';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { failureOf } from '@latchkey/web/failure.ts';
import { useCopy } from '../../copy/language.ts';
import { Door } from '../../layout/Door.tsx';
import { isAboutCode, useHasEnded, useSignIn } from '../../session/me.ts';
import { CodeForm } from './CodeForm.tsx';
import { CredentialsForm, type Credentials } from './CredentialsForm.tsx';

/** Only the owner id is remembered, because people of a seller share it. */
const owneridName = 'ownerid';

interface SignInPageProps {
  /** Whom the place names, as after an invitation. */
  readonly person: readonly string[];
}

export function SignInPage({ person: [ownerid, name] }: SignInPageProps) {
  const { signIn } = useCopy();
  const [credentials, setCredentials] = useState<Credentials>(() => ({
    ownerid: ownerid ?? localStorage.getItem(owneridName) ?? '',
    name: name ?? '',
    password: '',
  }));
  const hasEnded = useHasEnded();
  const request = useSignIn();
  const wait = useWait(request.isPending);
  const passwordField = useRef<HTMLInputElement>(null);
  const failure = request.error === null ? null : failureOf(request.error);
  const withoutPassword = () => setCredentials((known) => ({ ...known, password: '' }));
  const send = async (code?: string) => {
    if (request.isPending) return;
    const [name, ownerid] = [credentials.name.trim(), credentials.ownerid.trim()];
    try {
      await request.mutateAsync({ ownerid, name, password: credentials.password, code });
      localStorage.setItem(owneridName, ownerid);
    } catch (error) {
      if (isAboutCode(failureOf(error).code, code)) return;
      withoutPassword();
      passwordField.current?.focus();
    }
  };
  const back = () => {
    withoutPassword();
    request.reset();
  };
  if (failure !== null && isAboutCode(failure.code, request.variables?.['code']))
    return (
      <Door title={signIn.codeTitle} lead={signIn.codeText(credentials.name)}>
        <CodeForm
          failure={failure.code === 'code-needed' ? null : failure}
          wait={wait}
          onSubmit={(code) => void send(code)}
          onBack={back}
        />
      </Door>
    );
  return (
    <Door title={signIn.title} {...(hasEnded && { lead: signIn.ended })}>
      <CredentialsForm
        {...{ credentials, wait, failure, passwordField }}
        onChange={setCredentials}
        onSubmit={() => void send()}
      />
    </Door>
  );
}
