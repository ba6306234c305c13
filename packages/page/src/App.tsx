// The app: the sign-in, or what the signed-in user owns.
import { useEffect, useState, type ComponentType } from 'react';
import { failureOf, RequestFailed, type Failure } from '@latchkey/web/failure.ts';
import { isProgramPart, read, type About, type Me } from './client/page.ts';
import type { LanguageCode } from '@latchkey/web/language.ts';
import { LanguageContext, loadLanguage, storeLanguage, type Language } from './copy/language.ts';
import type { OwnedProps } from './owned/Frame.tsx';
import { LoadFailed } from './parts/LoadFailed.tsx';
import { SignIn } from './sign-in/SignIn.tsx';

export function App({ language: initial }: { readonly language: Language }) {
  const [language, setLanguage] = useState(initial);
  const choose = (code: LanguageCode) => {
    storeLanguage(code);
    void loadLanguage(code).then(setLanguage);
  };
  return (
    <LanguageContext value={{ ...language, choose }}>
      <Start />
    </LanguageContext>
  );
}

interface SignedIn {
  readonly me: Me;
  readonly Screen: ComponentType<OwnedProps>;
}

interface Loaded {
  readonly about: About;
  /** Null: nobody is signed in. */
  readonly signedIn: SignedIn | null;
  readonly hasEnded: boolean;
}

async function load(): Promise<Loaded> {
  const [about, signedIn] = await Promise.all([read('about'), readSignedIn()]);
  return { about, signedIn, hasEnded: false };
}

/** Reads what the user owns, and the script that shows it. The sign-in does without that script. */
async function open(): Promise<SignedIn> {
  const me = await read('me');
  const Screen = await loadScreen().catch(() => {
    throw new RequestFailed({ code: 'not-loaded', message: '', retryAfter: null, facts: {} });
  });
  return { me, Screen };
}

async function loadScreen(): Promise<ComponentType<OwnedProps>> {
  return isProgramPart
    ? (await import('./program/Program.tsx')).Program
    : (await import('./owned/Owned.tsx')).Owned;
}

async function readSignedIn(): Promise<SignedIn | null> {
  try {
    return await open();
  } catch (error) {
    if (failureOf(error).code === 'signed-out') return null;
    throw error;
  }
}

function Start() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const start = () => {
    load().then(setLoaded, (error: unknown) => setFailure(failureOf(error)));
  };
  useEffect(start, []);
  useEffect(() => {
    if (loaded !== null) document.title = loaded.about.application;
  }, [loaded]);
  if (failure !== null) return <LoadFailed failure={failure} retry={() => location.reload()} />;
  if (loaded === null) return null;
  const { about, signedIn, hasEnded } = loaded;
  // An answer can arrive after the user has left.
  const update = (me: Me) =>
    setLoaded((now) =>
      now?.signedIn?.me.id === me.id ? { ...now, signedIn: { ...now.signedIn, me } } : now,
    );
  if (signedIn === null)
    return (
      <SignIn
        about={about}
        hasEnded={hasEnded}
        onSignedIn={async () => {
          setLoaded({ about, signedIn: await open(), hasEnded: false });
        }}
      />
    );
  const { me, Screen } = signedIn;
  return (
    <Screen
      key={me.id}
      about={about}
      me={me}
      onChanged={update}
      onLeave={(ended) => setLoaded({ about, signedIn: null, hasEnded: ended })}
    />
  );
}
