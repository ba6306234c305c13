// Sign-in with name or e-mail and password, or with a key alone, then a code where it is on.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import type { Failure } from '@latchkey/web/failure.ts';
import { post, type About } from '../client/page.ts';
import { useAction } from '../client/use-action.ts';
import { useCopy } from '../copy/language.ts';
import { Door } from '../parts/Door.tsx';
import { CodeForm } from './CodeForm.tsx';
import { Credentials } from './Credentials.tsx';
import { MailForm } from './MailForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { emptyCredentials, signInRequest, type CredentialTexts } from './sign-in-request.ts';

interface SignInProps {
  readonly about: About;
  readonly hasEnded: boolean;
  readonly onSignedIn: () => Promise<void>;
}

type Screen = 'sign-in' | 'register' | 'forgot' | 'lost';

export function SignIn(props: SignInProps) {
  const { about, onSignedIn } = props;
  const [screen, setScreen] = useState<Screen>('sign-in');
  const [credentials, setCredentials] = useState(emptyCredentials);
  const back = () => setScreen('sign-in');
  if (screen === 'register') return <RegisterForm {...{ about, onSignedIn }} onBack={back} />;
  if (screen !== 'sign-in')
    return <MailForm kind={screen} application={about.application} onBack={back} />;
  return (
    <CredentialsScreen
      {...props}
      credentials={credentials}
      onCredentials={setCredentials}
      onChoose={setScreen}
    />
  );
}

interface CredentialsScreenProps extends SignInProps {
  readonly credentials: CredentialTexts;
  readonly onCredentials: (credentials: CredentialTexts) => void;
  readonly onChoose: (screen: Screen) => void;
}

function CredentialsScreen({ about, hasEnded, credentials, ...props }: CredentialsScreenProps) {
  const { signIn } = useCopy();
  const { application, hasMail } = about;
  const [asksForCode, setAsksForCode] = useState(false);
  const { isPending, failure, run, forget } = useAction<string>(async (code) => {
    const { operation, parameters } = signInRequest(credentials, code);
    await post(operation, parameters);
    await props.onSignedIn();
  });
  const needsCode = asksForCode || failure?.code === 'code-needed';
  if (needsCode && (failure === null || !isAboutCredentials(failure)))
    return (
      <Door application={application} title={signIn.codeTitle} lead={signIn.codeText}>
        <CodeForm
          isPending={isPending}
          failure={failure?.code === 'code-needed' ? null : failure}
          onSubmit={(code) => {
            setAsksForCode(true);
            void run(code);
          }}
          onBack={() => location.reload()}
        />
      </Door>
    );
  return (
    <Door application={application} title={signIn.title} {...(hasEnded && { lead: signIn.ended })}>
      <Credentials
        {...{ credentials, failure, isPending }}
        onChange={(changed) => {
          if (changed.isKey !== credentials.isKey) forget();
          props.onCredentials(changed);
        }}
        onSubmit={() => {
          setAsksForCode(false);
          void run('');
        }}
      />
      <Links hasMail={hasMail} onChoose={props.onChoose} />
    </Door>
  );
}

interface LinksProps {
  readonly hasMail: boolean;
  readonly onChoose: (screen: Screen) => void;
}

function Links({ hasMail, onChoose }: LinksProps) {
  const { signIn, register } = useCopy();
  return (
    <div className="door-links">
      <Button kind="quiet" onClick={() => onChoose('register')}>
        {register.link}
      </Button>
      {hasMail && (
        <>
          <Button kind="quiet" onClick={() => onChoose('forgot')}>
            {signIn.forgot}
          </Button>
          <Button kind="quiet" onClick={() => onChoose('lost')}>
            {signIn.lost}
          </Button>
        </>
      )}
    </div>
  );
}

/** No code helps then. Everything else keeps the typed code. */
function isAboutCredentials({ code }: Failure): boolean {
  return ['bad-credentials', 'banned', 'key-used', 'key-banned', 'user-unknown'].includes(code);
}
