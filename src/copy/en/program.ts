// What the program itself says beside the window: boxes of the system, and the menu of a right click.
import { catalogue } from '../sentences.ts';

/** The language of dates. */
const locale: string = 'en-GB';

export const program = catalogue({
  locale,
  cannotDraw: {
    message: 'The window of {name} cannot be drawn',
    detail: 'Restart it to go on. If that does not help, restart the computer.',
    restart: 'Restart',
  },
  cannotStart: '{name} cannot start',
  /** A list of what is wrong follows. */
  configuration: 'Its configuration needs to be corrected by whoever made this program:',
  refusedSwitch: '{name} does not start with the switch {switch}: please start it without.',
  /** Of the dialog in which a folder is chosen. */
  chooseFolder: 'Choose a folder for {name}',
  /** Notices of the system. {name}: of a subscription. */
  notices: {
    ends: '{name} ends soon',
    endsText: 'It ends on {date}.',
    allowed: 'Notices look like this one. They tell that a subscription ends soon.',
  },
  quit: 'Quit',
  edit: { cut: 'Cut', copy: 'Copy', paste: 'Paste', selectAll: 'Select all' },
});

export type ProgramCopy = typeof program;
