// Root component. It follows the session and shows header, current screen, notices and footer.
import { useEffect, useInsertionEffect, useState } from 'react';
import type { StartupRequests } from './bridge/startup-requests.ts';
import { LoaderContext } from './bridge/first-context.ts';
import { useLanguage } from './bridge/use-language.ts';
import { useLimits } from './bridge/use-limited-command.ts';
import { useLoader } from './bridge/use-loader.ts';
import { BrandCover } from './BrandCover.tsx';
import { FloatingNotices } from './FloatingNotices.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import {
  type FirstScreen,
  type LaterScreens,
  useLaterScreens,
  useOpenedScreens,
} from './later-screens.ts';
import {
  signedInUserOf,
  coverPositionOf,
  isInThirdScript,
  isSettings,
  type LocalForm,
  screenKeyOf,
  takesKey,
} from './phase-facts.ts';
import { useDialogs } from './use-dialogs.tsx';
import { useForm } from './use-form.ts';
import { CurrentScreen } from './screens/CurrentScreen.tsx';
import { PlainMessage } from './screens/PlainMessage.tsx';
import { Stage } from './Stage.tsx';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { applyCover } from './ui/cover-colours.ts';
import { useFocusKeeper } from './ui/use-arrival-focus.ts';
import { useLiveRegion } from './ui/use-live-region.ts';
import type { FirstCopy } from '../copy/copy.ts';
import type { Failure } from '../shared/failure.ts';
import type { LoaderBridge } from '../shared/contract.ts';
import type { LanguageCode } from '../shared/languages.ts';
import type { LoaderInfo } from '../shared/loader-info.ts';
import type { Session } from '../shared/session.ts';

export interface AppProps extends FirstScreen {
  readonly startup: StartupRequests | null;
}

export function App({ startup, ...initial }: AppProps) {
  const { language, setLanguage } = useLanguage(startup, initial.language);
  const { copy, all } = language;
  const screens = useLaterScreens(initial.later);
  const state = useLoader(startup);
  switch (state.kind) {
    case 'loading':
      return null;
    case 'missing':
      return <PlainMessage title={copy.plain.noBridge} text={copy.plain.noBridgeText} />;
    case 'failed':
      return (
        all !== null &&
        screens !== null && <screens.PlainFailure copy={all} failure={state.failure} />
      );
    case 'loaded':
      return (
        <Loader
          {...{ ...state, setLanguage }}
          language={language.code}
          copy={all ?? copy}
          later={all === null ? null : screens}
        />
      );
  }
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

/** Returns the topmost form that is loaded: the current screen stays until the next one is. */
function useLoadedForm(forms: readonly LocalForm[], later: LaterScreens | null) {
  const opened = useOpenedScreens(forms.some(isInThirdScript));
  const isLoaded = (form: LocalForm) => opened !== null || !isInThirdScript(form);
  return { opened, form: later === null ? null : (forms.findLast(isLoaded) ?? null) };
}

/** Applies the colours before the first paint, in an insertion effect, so no others flash. */
function useTheme(brand: LoaderInfo['brand']): void {
  useInsertionEffect(() => {
    applyTheme(deriveTheme(brand.color, brand.colorDark), document.documentElement);
    applyCover(brand, document.documentElement);
  }, [brand]);
}

interface LoaderProps {
  readonly bridge: LoaderBridge;
  readonly info: LoaderInfo;
  readonly session: Session;
  readonly language: LanguageCode;
  readonly copy: FirstCopy;
  /** Null until the second script and its texts are loaded. */
  readonly later: LaterScreens | null;
  readonly setLanguage: (language: LanguageCode) => void;
}

function Loader({ copy, later, ...props }: LoaderProps) {
  const { bridge, info, session, language } = props;
  const { phase } = session;
  useTheme(info.brand);
  const { region, ...speech } = useLiveRegion(signedInUserOf(phase), language);
  const arrivalRef = useFocusKeeper();
  const [shownFailure, setShownFailure] = useState<Failure | null>(null);
  const [noticePlace, setNoticePlace] = useState<HTMLElement | null>(null);

  const { forms, open, openWith, openedLinkId, ...rest } = useForm(session);
  const { dialogs, ...openers } = useDialogs(bridge, later, session);
  const { form, opened } = useLoadedForm(forms, later);
  const { hasInput, onInput } = useInputTracking(form ?? screenKeyOf(phase) ?? phase.kind);
  const safeToLeave = !hasInput && (form === null || (takesKey(form) && rest.draft.text === ''));
  useCancelLaunch(bridge, session, form !== null);
  const deepLink = session.deepLink?.id === openedLinkId ? null : session.deepLink;
  const fromProps = { ...props, copy, later, ...useLimits() };
  const value = { ...fromProps, ...speech, ...openers, setShownFailure, arrivalRef, noticePlace };
  const coverPosition = coverPositionOf(phase, form);
  const screen = <CurrentScreen {...{ later, opened, form, phase, open, ...rest }} />;
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
            {later !== null && (
              <later.Notices
                {...{ session, shownFailure, deepLink, safeToLeave }}
                open={openWith}
              />
            )}
          </FloatingNotices>
          <p className="unseen" role="status" ref={region} />
          <Footer trust={session.trust} />
        </div>
      </div>
      {dialogs}
    </LoaderContext>
  );
}
