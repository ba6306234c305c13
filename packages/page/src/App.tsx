// The app: the sign-in, or what the signed-in user owns.
import { useEffect, useState } from 'react';
import { failureOf, type Failure } from '@latchkey/web/failure.ts';
import { read, type About, type Me } from './client/page.ts';
import type { LanguageCode } from '@latchkey/web/language.ts';
import { LanguageContext, loadLanguage, storeLanguage, type Language } from './copy/language.ts';
import { Owned } from './owned/Owned.tsx';
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

interface Loaded {
  readonly about: About;
  /** Null: nobody is signed in. */
  readonly me: Me | null;
  readonly hasEnded: boolean;
}

async function load(): Promise<Loaded> {
  const [about, me] = await Promise.all([read('about'), readMe()]);
  return { about, me, hasEnded: false };
}

async function readMe(): Promise<Me | null> {
  try {
    return await read('me');
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
  const { about, me, hasEnded } = loaded;
  const show = (shown: Me) => setLoaded({ about, me: shown, hasEnded: false });
  // An answer can arrive after the user has left.
  const update = (shown: Me) =>
    setLoaded((now) => (now?.me?.id === shown.id ? { ...now, me: shown } : now));
  if (me === null)
    return (
      <SignIn
        about={about}
        hasEnded={hasEnded}
        onSignedIn={async () => {
          show(await read('me'));
        }}
      />
    );
  return (
    <Owned
      key={me.id}
      about={about}
      me={me}
      onChanged={update}
      onLeave={(ended) => setLoaded({ about, me: null, hasEnded: ended })}
    />
  );
}
