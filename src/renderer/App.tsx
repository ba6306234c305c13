// Root component. It follows the session and shows header, current screen, notices and footer.
import { useEffect, useInsertionEffect, useLayoutEffect, useState } from 'react';
import type { StartupRequests } from './bridge/startup-requests.ts';
import { LoaderContext } from './bridge/loader-context.ts';
import { type Language } from './bridge/language.ts';
import { useLanguage } from './bridge/use-language.ts';
import { useLimits } from './bridge/use-limited-command.ts';
import { useLoader } from './bridge/use-loader.ts';
import { failureTexts } from '../copy/failure-texts.ts';
import { fill } from '../copy/sentences.ts';
import { supportCode } from '../shared/support-code.ts';
import { BrandCover } from './BrandCover.tsx';
import { FloatingNotices } from './FloatingNotices.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { type LaterScreens, useLaterScreens } from './later-screens.ts';
import {
  signedInUserOf,
  coverPositionOf,
  isSettings,
  screenKeyOf,
  takesKey,
} from './phase-facts.ts';
import { useConnectionCheck } from './use-connection-check.tsx';
import { useForm } from './use-form.ts';
import { CurrentScreen } from './screens/CurrentScreen.tsx';
import { SessionNotice } from './SessionNotice.tsx';
import { Stage } from './Stage.tsx';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { applyCover } from './ui/cover-colours.ts';
import { useFocusKeeper } from './ui/use-arrival-focus.ts';
import { useLiveRegion } from './ui/use-live-region.ts';
import type { Failure } from '../shared/failure.ts';
import type { LoaderBridge } from '../shared/contract.ts';
import type { LanguageCode } from '../shared/languages.ts';
import type { LoaderInfo } from '../shared/loader-info.ts';
import type { Session } from '../shared/session.ts';

export interface AppProps {
  readonly startup: StartupRequests | null;
  readonly language: Language;
  /** The later screens if they are loaded already. */
  readonly later: LaterScreens | null;
}

export function App({ startup, language: initial, later }: AppProps) {
  const { language, setLanguage } = useLanguage(startup, initial);
  const { copy } = language;
  const { plain } = copy;
  const state = useLoader(startup);
  switch (state.kind) {
    case 'loading':
      return null;
    case 'missing':
      return <PlainMessage title={plain.noBridge} text={plain.noBridgeText} />;
    case 'failed': {
      const texts = failureTexts(copy, state.failure, {
        operation: 'screen',
        brand: plain.maker,
      });
      const facts = { text: texts.text, code: supportCode(state.failure) };
      return <PlainMessage title={texts.title} text={fill(plain.failed, facts)} />;
    }
    case 'loaded':
      return <Loader {...{ ...state, language, setLanguage, later }} />;
  }
}

function PlainMessage({ title, text }: { readonly title: string; readonly text: string }) {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="main">
      <Stage>
        <div className="column state" role="alert">
          <h1>{title}</h1>
          <p className="lead">{text}</p>
        </div>
      </Stage>
    </main>
  );
}

/** Tracks typing on the current screen, because a deep link must not discard input. */
function useInputTracking(screen: string) {
  const [screenWithInput, setScreenWithInput] = useState<string | null>(null);
  if (screenWithInput !== null && screenWithInput !== screen) setScreenWithInput(null);
  return { hasInput: screenWithInput === screen, onInput: () => setScreenWithInput(screen) };
}

/** Cancels the automatic launch when the user opens a form. */
function useCancelLaunch(bridge: LoaderBridge, { launchAt }: Session, isFormOpen: boolean): void {
  const shouldCancel = isFormOpen && launchAt !== null;
  useEffect(() => {
    if (shouldCancel) void bridge.cancel({});
  }, [bridge, shouldCancel]);
}

/** Applies the colours before the first paint, in an insertion effect, so no others flash. */
function useTheme(brand: LoaderInfo['brand']): void {
  useInsertionEffect(() => {
    applyTheme(deriveTheme(brand.color, brand.colorDark), document.documentElement);
    applyCover(brand, document.documentElement);
  }, [brand]);
}

interface LoaderProps extends Pick<AppProps, 'later'> {
  readonly bridge: LoaderBridge;
  readonly info: LoaderInfo;
  readonly session: Session;
  readonly language: Language;
  readonly setLanguage: (language: LanguageCode) => void;
}

function Loader({ bridge, info, session, setLanguage, ...props }: LoaderProps) {
  const { code: language, copy } = props.language;
  const { phase } = session;
  useTheme(info.brand);
  const { region, ...speech } = useLiveRegion(signedInUserOf(phase), language);
  const arrivalRef = useFocusKeeper();
  const [shownFailure, setShownFailure] = useState<Failure | null>(null);
  const [noticePlace, setNoticePlace] = useState<HTMLElement | null>(null);

  const { form: wanted, open, openWith, openedLinkId, ...rest } = useForm(session);
  const later = useLaterScreens(props.later);
  const { checkDialog, ...check } = useConnectionCheck(bridge, later, session);
  // The current screen stays until the form that the user opened is loaded.
  const form = later === null ? null : wanted;
  const { hasInput, onInput } = useInputTracking(form ?? screenKeyOf(phase) ?? phase.kind);
  const safeToLeave = !hasInput && (form === null || (takesKey(form) && rest.draft.text === ''));
  useCancelLaunch(bridge, session, form !== null);
  const deepLink = session.deepLink?.id === openedLinkId ? null : session.deepLink;
  const fromProps = { bridge, info, session, copy, language, setLanguage, ...useLimits() };
  const value = { ...fromProps, ...speech, ...check, setShownFailure, arrivalRef, noticePlace };
  const coverPosition = coverPositionOf(phase, form);
  const screen = <CurrentScreen {...{ later, form, phase, open, ...rest }} />;
  return (
    <LoaderContext value={value}>
      <div className={`frame ${coverPosition}`}>
        {coverPosition === 'beside' && <BrandCover />}
        <div className="pane">
          {!isSettings(form) && <Header phase={phase} open={open} />}
          <main className="main" onInput={onInput}>
            {coverPosition === 'above' || isSettings(form) ? screen : <Stage>{screen}</Stage>}
          </main>
          <FloatingNotices place={noticePlace} setPlace={setNoticePlace}>
            {session.notice !== null && <SessionNotice {...{ session, shownFailure }} />}
            {later !== null && session.loaderUpdate !== null && (
              <later.LoaderUpdateNotice update={session.loaderUpdate} />
            )}
            {later !== null && deepLink !== null && (
              <later.DeepLinkNotice
                key={deepLink.id}
                {...{ deepLink, safeToLeave }}
                open={openWith}
              />
            )}
          </FloatingNotices>
          <p className="unseen" role="status" ref={region} />
          <Footer trust={session.trust} />
        </div>
      </div>
      {checkDialog}
    </LoaderContext>
  );
}
