// The whole loader: one subscription, one frame, and the phase decides the screen. The forms of the renderer's own stand
// over the phases that they fit.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FirstAnswers } from './bridge/first-answers.ts';
import { LoaderContext } from './bridge/loader-context.ts';
import { type Language } from './bridge/language.ts';
import { useLanguage } from './bridge/use-language.ts';
import { useLoader } from './bridge/use-loader.ts';
import { fill } from '../copy/sentences.ts';
import { supportCode } from '../copy/support-words.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { closesForm, findingOf, type LocalForm } from './phase-facts.ts';
import { PhaseScreen } from './screens/PhaseScreen.tsx';
import { laterParts, loadParts, throwInside } from './screens/later-parts.ts';
import { applyTheme, deriveTheme } from './kit/theme.ts';
import { useFocusKeeper } from './ui/use-arrival-focus.ts';
import { useLiveRegion } from './ui/use-live-region.ts';
import type { Failure } from '../shared/failure.ts';
import type { LoaderBridge } from '../shared/contract.ts';
import type { LanguageCode } from '../shared/languages.ts';
import type { LoaderInfo, PhaseKind, Session } from '../shared/session.ts';

export interface AppProps {
  readonly first: FirstAnswers | null;
  /** The one to begin with. */
  readonly language: Language;
}

export function App({ first, language: atFirst }: AppProps) {
  const { language, speak } = useLanguage(first, atFirst);
  const { copy } = language;
  const { plain } = copy;
  const state = useLoader(first);
  switch (state.kind) {
    case 'loading':
      return null;
    case 'missing':
      return <Plain title={plain.noBridge} text={plain.noBridgeText} />;
    case 'failed': {
      const words = laterParts().wordsOfStart(language.code, state.failure);
      const facts = { text: words.text, code: supportCode(state.failure) };
      return <Plain title={words.title} text={fill(plain.failed, facts)} />;
    }
    case 'here':
      return <Loader {...state} language={language} speak={speak} />;
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

const partsAfterMs = 300;

/** When the first screen can be used: the next ones are there before they are wanted. */
function usePartsAfter(kind: PhaseKind): void {
  useEffect(() => {
    if (kind !== 'signed-out') return;
    // Where it fails, whoever needs them will be told.
    const timer = setTimeout(() => void loadParts().catch(() => null), partsAfterMs);
    return () => clearTimeout(timer);
  }, [kind]);
}

interface LoaderProps {
  readonly bridge: LoaderBridge;
  readonly info: LoaderInfo;
  readonly session: Session;
  readonly language: Language;
  readonly speak: (language: LanguageCode) => void;
}

function Loader({ bridge, info, session, language: { code: language, copy }, speak }: LoaderProps) {
  const { phase } = session;
  const { color, colorDark } = info.brand;
  // Not after the first paint: it would show other colours for a moment.
  useLayoutEffect(() => {
    applyTheme(deriveTheme(color, colorDark), document.documentElement);
  }, [color, colorDark]);
  const { region, say } = useLiveRegion();
  const arrivalRef = useRef<(() => void) | null>(null);
  useFocusKeeper(arrivalRef);
  const [told, tell] = useState<Failure | null>(null);

  usePartsAfter(phase.kind);
  const [form, setForm] = useState<LocalForm | null>(null);
  const open = (wanted: LocalForm) =>
    void loadParts().then(
      () => setForm(wanted),
      (thrown: unknown) => setForm(() => throwInside(thrown)),
    );
  // What was typed as user name, kept on the way between the sign-in form and the others.
  const [typedName, setTypedName] = useState<string | null>(null);
  if (form !== null && closesForm(form, phase)) setForm(null);
  if (typedName !== null && phase.kind !== 'signed-out' && form === null) setTypedName(null);
  const username = typedName ?? ('username' in phase ? phase.username : '');

  return (
    <LoaderContext value={{ bridge, info, session, copy, language, speak, say, tell, arrivalRef }}>
      <Header phase={phase} open={open} />
      <main className="stage">
        <div className="content">
          {form !== null ? (
            laterParts().drawForm(form, {
              phase,
              username,
              onUsername: setTypedName,
              close: () => setForm(null),
            })
          ) : (
            <PhaseScreen
              key={findingOf(phase)}
              phase={phase}
              username={username}
              onUsername={setTypedName}
              open={open}
            />
          )}
        </div>
      </main>
      {session.notice !== null && laterParts().drawNotice({ session, told })}
      <p className="unseen" role="status" ref={region} />
      <Footer trust={session.trust} />
    </LoaderContext>
  );
}
