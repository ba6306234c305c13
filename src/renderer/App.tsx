// Root component. It follows the session and shows header, current screen, notices and footer.
import { useEffect, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FirstAnswers } from './bridge/first-answers.ts';
import { LoaderContext } from './bridge/loader-context.ts';
import { type Language } from './bridge/language.ts';
import { useLanguage } from './bridge/use-language.ts';
import { useLoader } from './bridge/use-loader.ts';
import { wordsFor } from '../copy/failure-words.ts';
import { fill } from '../copy/sentences.ts';
import { supportCode } from '../shared/support-code.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { screenKeyOf, takesKey } from './phase-facts.ts';
import { useForm } from './use-form.ts';
import { LocalFormScreen } from './screens/LocalFormScreen.tsx';
import { PhaseScreen } from './screens/PhaseScreen.tsx';
import { SessionNotice } from './SessionNotice.tsx';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { useFocusKeeper } from './ui/use-arrival-focus.ts';
import { useLiveRegion } from './ui/use-live-region.ts';
import { WishLine } from './WishLine.tsx';
import type { Failure } from '../shared/failure.ts';
import type { LoaderBridge } from '../shared/contract.ts';
import type { LanguageCode } from '../shared/languages.ts';
import type { LoaderInfo } from '../shared/loader-info.ts';
import type { Session } from '../shared/session.ts';

export interface AppProps {
  readonly first: FirstAnswers | null;
  readonly language: Language;
}

export function App({ first, language: initial }: AppProps) {
  const { language, setLanguage } = useLanguage(first, initial);
  const { copy } = language;
  const { plain } = copy;
  const state = useLoader(first);
  switch (state.kind) {
    case 'loading':
      return null;
    case 'missing':
      return <Plain title={plain.noBridge} text={plain.noBridgeText} />;
    case 'failed': {
      const words = wordsFor(copy, state.failure, { moment: 'screen', brand: plain.thisProgram });
      const facts = { text: words.text, code: supportCode(state.failure) };
      return <Plain title={words.title} text={fill(plain.failed, facts)} />;
    }
    case 'loaded':
      return <Loader {...state} language={language} setLanguage={setLanguage} />;
  }
}

function Plain({ title, text }: { readonly title: string; readonly text: string }) {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="stage">
      <div className="column state" role="alert">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
      </div>
    </main>
  );
}

/** Tracks typing on the current screen, because a deep link must not discard input. */
function useTyped(screen: string) {
  const [typedOn, setTypedOn] = useState<string | null>(null);
  if (typedOn !== null && typedOn !== screen) setTypedOn(null);
  return { typed: typedOn === screen, onInput: () => setTypedOn(screen) };
}

/** Cancels the automatic launch when the user opens a form. */
function useCancelledLaunch(bridge: LoaderBridge, { launchAt }: Session, atForm: boolean): void {
  const cancels = atForm && launchAt !== null;
  useEffect(() => {
    if (cancels) void bridge.cancel({});
  }, [bridge, cancels]);
}

/** An insertion effect applies the colours before the first paint, so no other colours flash. */
function useTheme({ color, colorDark }: LoaderInfo['brand']): void {
  useInsertionEffect(() => {
    applyTheme(deriveTheme(color, colorDark), document.documentElement);
  }, [color, colorDark]);
}

interface LoaderProps {
  readonly bridge: LoaderBridge;
  readonly info: LoaderInfo;
  readonly session: Session;
  readonly language: Language;
  readonly setLanguage: (language: LanguageCode) => void;
}

function Loader({ bridge, info, session, ...props }: LoaderProps) {
  const { setLanguage } = props;
  const { code: language, copy } = props.language;
  const { phase } = session;
  useTheme(info.brand);
  const { region, announce } = useLiveRegion();
  const arrivalRef = useRef<(() => void) | null>(null);
  useFocusKeeper(arrivalRef);
  const [shownFailure, setShownFailure] = useState<Failure | null>(null);

  const { form, open, openWith, openedLinkId, ...rest } = useForm(phase);
  const { username, onUsername, draft } = rest;
  const { typed, onInput } = useTyped(form ?? screenKeyOf(phase) ?? phase.kind);
  const safeToLeave = !typed && (form === null || (takesKey(form) && draft.text === ''));
  useCancelledLaunch(bridge, session, form !== null);
  const wish = session.wish?.id === openedLinkId ? null : session.wish;
  const fromProps = { bridge, info, session, copy, language, setLanguage };
  const parts = { ...fromProps, announce, setShownFailure, arrivalRef };

  return (
    <LoaderContext value={parts}>
      <Header phase={phase} open={open} />
      <main className="stage">
        <div className="content" onInput={onInput}>
          {form !== null ? (
            <LocalFormScreen
              key={draft.linked?.id}
              form={form}
              phase={phase}
              open={open}
              {...rest}
            />
          ) : (
            <PhaseScreen
              key={screenKeyOf(phase)}
              phase={phase}
              username={username}
              onUsername={onUsername}
              open={open}
            />
          )}
        </div>
      </main>
      {session.notice !== null && <SessionNotice session={session} shownFailure={shownFailure} />}
      {wish !== null && (
        <WishLine key={wish.id} wish={wish} safeToLeave={safeToLeave} open={openWith} />
      )}
      <p className="unseen" role="status" ref={region} />
      <Footer trust={session.trust} />
    </LoaderContext>
  );
}
