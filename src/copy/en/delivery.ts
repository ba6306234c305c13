// The words of a program that the loader brings: what there is, what can be done with it, and what got in the way.
import { catalogue } from '../sentences.ts';

export const delivery = catalogue({
  install: 'Install',
  update: 'Update',
  repair: 'Repair',
  uninstall: 'Uninstall',
  checkAgain: 'Check again',
  chooseFolder: 'Choose another folder',
  looking: 'Looking for the newest version',
  nothing: 'Not on this computer, and there is no version to install at the moment.',
  /** Before it is installed: what travels, and what it takes then. */
  notInstalled: 'Version {version} · {stored} to download, {size} on this computer',
  notInstalledShort: 'Version {version} · {stored} to download',
  installed: 'Version {version} · {size}',
  mustUpdate: 'Version {version} · has to be updated first',
  damaged: 'Version {version} · has to be repaired',
  working: 'You can close this window at any time. What has been downloaded is kept for later.',
  newer: 'Version {version} is here',
  whatsNew: "What's new",
  /** Of the menu; {brand} is the program. */
  more: 'More about {brand}',
  moreShort: 'More',
  folder: 'Folder: {folder}',
  busy: 'Possible once nothing is being installed.',
  running: 'Possible once {brand} is closed.',
  uninstallTitle: 'Uninstall {brand}?',
  uninstallText:
    'This frees {size}. What you made with it stays, and you can install it again at any time.',
  keep: 'Keep it',
  uninstalled: '{brand} is uninstalled',
  uninstalledText: '{size} are free again. What you made with it is still there.',
  restRemoved: 'An unfinished download was removed',
  restRemovedText: 'Its version is not offered any more. {size} are free again.',
});

/** What a task is at; beside its bytes. */
export const taskStages = catalogue({
  waiting: 'Goes on once {brand} is closed',
  looking: 'Looking at what is there',
  fetching: 'Downloading',
  verifying: 'Verifying',
});

export const programFailures = catalogue({
  'program-missing': {
    title: '{brand} is not installed',
    text: 'It is not on this computer any more. Install it again.',
  },
  'program-damaged': {
    title: '{brand} is damaged',
    text: 'Some of its files are missing or have changed, so it was not launched. Repair it: only what is broken is downloaded.',
  },
  'program-withdrawn': {
    title: 'This version is not offered any more',
    text: 'It was taken back in the meantime, and nothing on this computer was changed. Try again to get the one that is offered now.',
  },
  'program-not-genuine': {
    title: 'What was downloaded was not used',
    text: 'It does not prove that it comes from {brand}. Nothing on this computer was changed. Tell {brand} about it.',
  },
  'program-older': {
    title: 'Only an older version is offered',
    text: 'This computer has had a newer one, and an older one is never installed. {brand} can offer a new one.',
  },
  'other-loader': {
    title: 'Another window is at work',
    text: '{brand} is being changed by another loader on this computer. Wait until it is done, then try again.',
  },
});

/** The failures whose facts are said. {needed}, {free}: sizes. */
export const programTold = catalogue({
  outdated: {
    title: '{brand} has to be updated first',
    text: 'Version {version} is needed. Update first, then launch.',
  },
  diskFull: {
    title: 'The disk is full',
    text: '{needed} are needed, and {free} are free. Nothing is lost: make room, then try again.',
    unknownFree: '{needed} are needed. Nothing is lost: make room, then try again.',
  },
  readOnly: {
    title: 'The folder cannot be written',
    text: '{brand} may not change {folder}. Choose another folder.',
  },
  folderGone: {
    title: 'The folder is gone',
    text: '{folder} is not there any more. If it is on a disk that was unplugged, plug it in, then try again.',
  },
  notEmpty: {
    title: 'Something else is in this folder',
    text: '{folder} is not empty, and nothing in it was touched. Choose another folder.',
  },
  inUse: {
    title: 'A file is in use',
    byProgram: '{program} is using {file}. Close it, then try again. Nothing is lost.',
    unknown:
      'Another program is using {file}. Close what may be using it, or restart the computer, then try again. Nothing is lost.',
  },
  removed: {
    title: 'A file was taken away',
    text: '{file} was verified, and then something on this computer removed or changed it, such as a security program. Look there for what it says about the file, then try again. {brand} can help.',
  },
});
