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
  refusedSwitch: "{name} can't start with {switch}. Start it without that option.",
  /** The title of the folder dialog. */
  chooseFolder: 'Choose a folder for {name}',
  /** Desktop notifications. {name}: the subscription. */
  notices: {
    ends: '{name} ends soon',
    endsText: 'It ends on {date}.',
    allowed: "Notifications look like this. You'll get one before a subscription ends.",
  },
  quit: 'Quit',
  edit: { cut: 'Cut', copy: 'Copy', paste: 'Paste', selectAll: 'Select all' },
});

export type ProgramCopy = typeof program;
