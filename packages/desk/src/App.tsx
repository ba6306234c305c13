// The app: sign-in, an invitation, or the desk of an application.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { LanguageCode } from '@latchkey/web/language.ts';
import { LanguageContext, loadLanguage, storeLanguage, type Language } from './copy/language.ts';
import { Desk } from './layout/Desk.tsx';
import { LeaveQuestion } from './layout/LeaveQuestion.tsx';
import { OtherPerson } from './layout/OtherPerson.tsx';
import { LoadFailed } from './layout/LoadFailed.tsx';
import { InvitationPage } from './pages/invitation/InvitationPage.tsx';
import { SignInPage } from './pages/sign-in/SignInPage.tsx';
import { Announcements } from './parts/Announcements.tsx';
import { signInPlace, usePlace } from './router/location.ts';
import { useMe } from './session/me.ts';
import { PasswordGate } from './session/PasswordGate.tsx';
import { SignInGate } from './session/SignInGate.tsx';

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export function App({ language: initial }: { readonly language: Language }) {
  const [client] = useState(createClient);
  const [language, setLanguage] = useState(initial);
  const choose = (code: LanguageCode) => {
    storeLanguage(code);
    void loadLanguage(code).then(setLanguage);
  };
  return (
    <QueryClientProvider client={client}>
      <LanguageContext value={{ ...language, choose }}>
        <SignInGate>
          <PasswordGate>
            <Announcements>
              <Start />
            </Announcements>
          </PasswordGate>
        </SignInGate>
        <LeaveQuestion />
      </LanguageContext>
    </QueryClientProvider>
  );
}

function Start() {
  const place = usePlace();
  const me = useMe();
  const [first, token = ''] = place;
  if (first === 'invitation') return <InvitationPage key={token} token={token} />;
  if (me.isPending) return null;
  // A failed refresh keeps the page, with its forms.
  if (me.data === undefined) return <LoadFailed error={me.error} retry={() => void me.refetch()} />;
  if (me.data === null) return <SignInPage person={first === signInPlace ? place.slice(1) : []} />;
  return (
    <>
      <Desk key={me.data.id} me={me.data} place={place} />
      <OtherPerson name={me.data.name} />
    </>
  );
}
