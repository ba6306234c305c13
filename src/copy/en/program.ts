// English texts outside the window: system dialogs, desktop notifications and the context menu.
import { catalogue } from '../sentences.ts';

/** The locale for dates. */
const locale: string = 'en-GB';

export const program = catalogue({
  locale,
  cannotDraw: {
    message: "{name} can't show its window",
    detail: "Restart it. If that doesn't help, restart your computer.",
    restart: 'Restart',
  },
  cannotStart: "{name} can't start",
  /** Followed by a list of the mistakes. */
  configuration: 'Contact the maker of this loader. Its settings have mistakes:',
  /** Followed by a list of files. */
  brokenFiles: 'Install it again. These files are missing or damaged:',
  startDefect: "Install it again. If that doesn't help, contact the maker of this loader.",
  supportCode: 'Support code: {code}',
  refusedSwitch: "{name} can't start with {switch}. Start it without that option.",
  /** The title of the folder dialog. */
  chooseFolder: 'Choose a folder for {name}',
  /** The title of the dialog that saves recovery codes. */
  saveCodes: 'Save your recovery codes',
  /** The file with recovery codes. */
  recoveryFile: {
    title: '{brand} recovery codes',
    account: 'Account: {name}',
    advice:
      'Without your phone, sign in with one of these codes. Each works once. Keep this file safe.',
  },
  /** Desktop notifications. */
  notices: {
    /** {name}: the subscription. */
    ends: '{name} ends soon',
    endsText: 'It ends on {date}.',
    allowed:
      "Notifications look like this. You'll get them before a subscription ends and after an installation.",
    /** {name}: the program. */
    done: {
      install: '{name} is installed',
      update: '{name} is updated',
      repair: '{name} is repaired',
      move: '{name} was moved',
    },
    doneText: 'You can launch it now.',
    failed: {
      install: "{name} couldn't be installed",
      update: "{name} couldn't be updated",
      repair: "{name} couldn't be repaired",
      move: "{name} couldn't be moved",
    },
    failedText: 'Open the window to see what to do.',
  },
  quit: 'Quit',
  edit: { cut: 'Cut', copy: 'Copy', paste: 'Paste', selectAll: 'Select all' },
});

export type ProgramCopy = typeof program;
