// Handlers of the bridge's commands: run each command's flow, most of them one at a time.
import { type Handlers } from '../../shared/contract.ts';
import { fail, ok, type Result } from '../../shared/failure.ts';
import { accountIn, isAnonymous, suspendedIn } from '../../shared/phases.ts';
import { type LoaderInfo } from '../../shared/loader-info.ts';
import { type Action } from './command-runner.ts';
import { launch, type LaunchingParts } from './flows/launching.ts';
import { createLinks } from './flows/links.ts';
import { type View } from './ports.ts';
import { type RedeemParts } from './flows/redeem.ts';
import { createCommunityHandlers, type CommunityPolling } from './community-handlers.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createComputerHandlers } from './computer-handlers.ts';
import { forgetLastUser, nameForForm } from './session/last-user.ts';
import { createProgramHandlers } from './program-handlers.ts';
import { createRecoveryHandlers } from './recovery-handlers.ts';
import { readOptions, saveOption } from './flows/options.ts';
import { retry } from './flows/retry.ts';
import { signIn, submitCode } from './flows/sign-in.ts';
import { showNextStartNotice, type StartNoticesParts } from './flows/start-notices.ts';
import { sendReport, showReport, type SupportReportParts } from './flows/support-report.ts';
import { type BackgroundWork } from './flows/background-work.ts';
import { type ConnectionChecks } from './flows/connection-check.ts';
import { type EndingNotices } from './flows/ending-notices.ts';
import { type LoaderUpdates } from './flows/loader-updates.ts';
import { createPreferenceHandlers, type PreferencesParts } from './preferences.ts';
import { createEndingHandlers, type EndingHandlersParts } from './ending-handlers.ts';
import { within } from '@latchkey/client/turn.ts';
import { type CoreParts } from './parts.ts';

export type HandlersParts = LaunchingParts &
  RedeemParts &
  StartNoticesParts &
  SupportReportParts &
  EndingHandlersParts &
  PreferencesParts &
  Pick<CoreParts, 'delivery' | 'commandRunner' | 'renewal' | 'tasks' | 'deepLinks' | 'guessesOf'> &
  Pick<CoreParts, 'sentRequests'>;

export interface Background extends Pick<BackgroundWork, 'scheduleFollowUp' | 'wake'> {
  /** Cancels a planned automatic launch. Returns false if none was planned. */
  readonly cancelAutoLaunch: () => boolean;
  readonly endings: EndingNotices;
  readonly communityPolling: CommunityPolling;
  /** Null if this host cannot update the loader. */
  readonly updates: Pick<LoaderUpdates, 'check' | 'install'> | null;
  readonly connectionChecks: Pick<ConnectionChecks, 'run'>;
}

export function createHandlers(
  core: HandlersParts,
  info: LoaderInfo,
  view: View,
  background: Background,
): Handlers {
  const { commandRunner, publisher } = core;
  const { scheduleFollowUp, cancelAutoLaunch, endings, communityPolling } = background;
  const links = createLinks(core, view);
  return {
    ...createLanguage(core, info, view),
    getSession: () => ok(publisher.session()),
    signIn: ({ remember, ...given }) =>
      commandRunner.run('signIn', (action) =>
        signIn(core, action, { kind: 'password', ...given }, remember),
      ),
    ...createAccountHandlers(core, scheduleFollowUp),
    submitCode: (input) =>
      commandRunner.run('submitCode', (action) => submitCode(core, action, input)),
    goBack: () => commandRunner.run('goBack', (action) => goBack(core, action)),
    cancel: () => (cancelAutoLaunch() ? ok(null) : cancel(core)),
    launch: () => commandRunner.run('launch', (action) => launch(core, action, scheduleFollowUp)),
    ...createComputerHandlers(core, scheduleFollowUp),
    ...createRecoveryHandlers(core, view, scheduleFollowUp),
    ...createProgramHandlers(core),
    ...createCommunityHandlers(core, communityPolling),
    showReport: (report) => showReport(core, report),
    sendReport: (report) =>
      commandRunner.run('sendReport', (action) => sendReport(core, action, report)),
    readOptions: () => commandRunner.run('readOptions', (action) => readOptions(core, action)),
    saveOption: (input) =>
      commandRunner.run('saveOption', (action) => saveOption(core, action, input)),
    retry: () => commandRunner.run('retry', (action) => retry(core, action, background.updates)),
    signOut: () => commandRunner.run('signOut', (action) => signOut(core, action)),
    dismissNotice({ revision }) {
      publisher.dismissNotice(revision);
      showNextStartNotice(core);
      return ok(null);
    },
    dropDeepLink({ id }) {
      core.deepLinks.drop(id);
      return ok(null);
    },
    ...createEndingHandlers(core, endings),
    openLink: ({ name }) => links.open(name),
    checkConnection: background.connectionChecks.run,
    ...createBackgroundHandlers(core, background),
    ...createPageHandlers(core, view),
  };
}

/** Commands that the host answers, and those of a page that failed to render. */
function createPageHandlers(
  { log, sentRequests }: Pick<CoreParts, 'log' | 'sentRequests'>,
  view: View,
): Pick<
  Handlers,
  'readClipboard' | 'readLicenses' | 'readSentRequests' | 'reportDefect' | 'restart'
> {
  return {
    readSentRequests: () => ok(sentRequests.list()),
    readClipboard: async () => ok(await view.readClipboard()),
    readLicenses: async () => ok(await view.readLicenses()),
    reportDefect(where) {
      log.error('drawing-failed', where);
      return ok(null);
    },
    restart() {
      view.restart();
      return ok(null);
    },
  };
}

function createBackgroundHandlers(
  core: PreferencesParts & Pick<HandlersParts, 'commandRunner'>,
  { updates, wake }: Pick<Background, 'updates' | 'wake'>,
): Pick<Handlers, 'choosePreference' | 'updateLoader' | 'wake'> {
  const { commandRunner, failures } = core;
  const { handlers, refresh } = createPreferenceHandlers(core);
  return {
    ...handlers,
    updateLoader: () =>
      commandRunner.run('updateLoader', (action) =>
        updates === null
          ? Promise.resolve(fail(failures.make({ code: 'loader-not-updated' })))
          : updates.install(action),
      ),
    wake({ because }) {
      if (because === 'shown') refresh();
      wake(because);
      return ok(null);
    },
  };
}

/** `describe` returns the language chosen last, so that a reloaded page keeps it. */
function createLanguage(
  core: Pick<CoreParts, 'failures'>,
  info: LoaderInfo,
  view: View,
): Pick<Handlers, 'describe' | 'chooseLanguage'> {
  let language = info.language;
  return {
    describe: () => ok({ ...info, language }),
    chooseLanguage({ language: chosen }) {
      if (!language.offered.includes(chosen))
        return fail(core.failures.make({ code: 'invalid-input', fields: ['language'] }));
      language = { ...language, current: chosen };
      view.saveLanguage(chosen);
      return ok(null);
    },
  };
}

function goBack(core: HandlersParts, action: Action): Promise<Result<null>> {
  core.credentialsHolder.drop();
  if (suspendedIn(core.publisher.phase()) !== null) core.serviceSession.logOut();
  action.move({ kind: 'went-back', username: nameForForm(core.lastUser) });
  return Promise.resolve(ok(null));
}

/** Does nothing without a running command, or after its commit. */
function cancel({
  commandRunner,
  publisher,
  credentialsHolder,
  lastUser,
  serviceTime,
}: HandlersParts): Result<null> {
  commandRunner.cancel(() => {
    publisher.setTrust(null, serviceTime.clockOffsetMs());
    // The form no longer needs the credentials; a code or a full-screen state needs them to retry.
    if (isAnonymous(publisher.phase())) credentialsHolder.drop();
    publisher.move({ kind: 'cancelled', username: nameForForm(lastUser) });
  });
  return ok(null);
}

/** Shows the form immediately; signing out of the service and the key store is best effort. */
async function signOut(core: HandlersParts, action: Action): Promise<Result<null>> {
  const phase = core.publisher.phase();
  const signedIn = (accountIn(phase) ?? suspendedIn(phase)) !== null;
  action.limit();
  core.credentialsHolder.drop();
  const user = forgetLastUser(core.lastUser);
  core.publisher.setTrust(null, core.serviceTime.clockOffsetMs());
  // Before the form is shown, so that it does not offer the user who signs out.
  const clearing = core.savedSignIns.signOut(user);
  // With other saved accounts, their list follows instead of the form.
  const keepsName = core.config.keepname && core.publisher.session().savedSignIns.length === 0;
  action.move({ kind: 'signed-out', username: keepsName ? nameForForm(user) : '' });
  if (signedIn) core.serviceSession.logOut();
  const cleared = await within(action, clearing);
  if (typeof cleared === 'object' && !cleared.ok) {
    const failure = core.failures.make({ code: 'kept-not-removed', file: cleared.file });
    core.publisher.notice({ kind: 'failure', failure });
  }
  return ok(null);
}
