// English texts about installing, updating and repairing the program, and about its failures.
import { catalogue } from '../sentences.ts';

export const delivery = catalogue({
  install: 'Install',
  update: 'Update',
  repair: 'Repair',
  /** Shown if the installed version is no longer available. */
  repairUpdate: 'Repair and update to {version}',
  uninstall: 'Uninstall',
  checkAgain: 'Check again',
  chooseFolder: 'Choose another folder',
  looking: 'Checking for the newest version',
  nothing: "There's no version to install right now.",
  /** {stored}: the size of the download; {size}: the size of the installed program. */
  notInstalled: 'Version {version} · {stored} to download, {size} once installed',
  notInstalledShort: 'Version {version} · {stored} to download',
  version: 'Version {version}',
  mustUpdate: 'Version {version} · update required',
  damaged: 'Version {version} · repair required',
  /** The card beside a download. */
  closable: 'You can close this window and continue later.',
  newer: 'Version {version} is available',
  updated: 'Version {version} is installed',
  /** {size}: the size of the download. */
  updateSize: 'Update · {size}',
  updateLater: 'Update when it closes',
  whatsNew: "What's new",
  /** The accessible name of the menu. */
  more: 'More about {brand}',
  moreShort: 'More',
  folder: 'Folder: {folder}',
  busy: 'Wait until the current task is done.',
  running: 'Close {brand} first.',
  /** Titles of the window. */
  titleNotInstalled: 'Not installed',
  titleMustUpdate: 'Update required',
  titleDamaged: 'Repair required',
  uninstallTitle: 'Uninstall {brand}?',
  uninstallText: 'This frees {size}. Your own files stay, and you can reinstall it anytime.',
  keep: 'Keep it',
  installedTitle: '{brand} is installed',
  installedText: 'Version {version} is ready to launch.',
  uninstalled: '{brand} is uninstalled',
  uninstalledText: 'This freed {size}. Your own files are still there.',
  uninstalledLeft: 'This freed {size}. Other files are still in {folder}, such as {file}.',
  moved: 'Some files are still in the old folder',
  movedLeft: 'Check whether you need the files in {folder}, such as {file}.',
  movedUnknown: 'The old folder may still have files',
  movedLeftUnknown: 'Check {folder}. Delete it yourself if you no longer need it.',
  showFiles: 'Show files',
  downloadRemoved: 'An unfinished download was removed',
  downloadRemovedText: 'That version is no longer offered. This freed {size}.',
});

/** The stage of a task, shown beside its bytes. */
export const taskStages = catalogue({
  waiting: 'Continues once {brand} is closed',
  looking: 'Checking files',
  fetching: 'Downloading',
  verifying: 'Verifying',
  held: 'Continues once another program closes a file',
});

export const programFailures = catalogue({
  'program-missing': {
    title: '{brand} is not installed',
    text: "It's no longer on this computer. Install it again.",
  },
  'program-damaged': {
    title: '{brand} is damaged',
    text: 'Some of its files are missing or have changed. Repair it, then launch it.',
  },
  'program-withdrawn': {
    title: 'This version is no longer offered',
    text: 'Nothing has changed on this computer. Try again to get the current version.',
  },
  'program-not-genuine': {
    title: "The download couldn't be verified",
    text: "It may not come from {brand}, so it wasn't installed. Contact {brand}.",
  },
  'program-older': {
    title: 'Only an older version is offered',
    text: 'You already had a newer version, so nothing was installed. Contact {brand}.',
  },
});

/** Failures with facts. {needed}, {free}: sizes. {id}: the number of a process. */
export const programFailuresWithFacts = catalogue({
  outdated: {
    title: '{brand} must be updated first',
    text: 'Version {version} is required. Update it, then launch it.',
  },
  diskFull: {
    title: 'The disk is full',
    text: 'This needs {needed}, and {free} is free. Free up space, then try again. Nothing is lost.',
    unknownFree: 'This needs {needed}. Free up space, then try again. Nothing is lost.',
  },
  readOnly: {
    title: "The folder can't be changed",
    text: "{brand} can't write to {folder}. Choose another folder.",
  },
  folderGone: {
    title: "The folder wasn't found",
    text: "{folder} is missing. If it's on an external disk, connect the disk, then try again.",
  },
  notEmpty: {
    title: "This folder isn't empty",
    text: '{folder} has other files in it. Choose another folder.',
  },
  unsafeFolder: {
    title: "This folder isn't safe",
    link: '{folder} is a link to another folder. Choose a folder outside it.',
    others:
      'Other users of this computer can change {folder}. Choose a folder that only you can change, such as one in your home folder.',
    unknown:
      "It isn't clear who can change {folder}. Choose a folder that only you can change, such as one in your home folder.",
    sharedTitle: 'Others can change this folder',
    shared: 'Other users of this computer can replace {folder}, and the program with it.',
    noLists: 'This disk has no access rights. Any user of this computer can change the program.',
    sharedUnknown: "It isn't clear who can replace {folder}. Other users of this computer may.",
    accept: 'Use this folder',
    accepted: 'You can try again now.',
    notFolder: "This isn't a folder",
    file: '{folder} is a file. Choose a folder.',
  },
  tooDeep: {
    title: "The folder's path is too long",
    text: "Windows can't start programs in {folder}. Choose a folder with a shorter path.",
  },
  unmovable: {
    title: "A file can't be moved",
    text: 'Move or delete {file} yourself, then try again.',
  },
  inUse: {
    title: 'A file is in use',
    byProgram: '{program} is using {file}. Close it, then try again. Nothing is lost.',
    unknown:
      'Another program is using {file}. Close it or restart your computer, then try again. Nothing is lost.',
  },
  otherLoader: {
    title: 'Another window is busy',
    byProcess: "It's still working on {brand} (process {id}). Try again when it's done.",
    unknown: "It's still working on {brand}. Try again when it's done.",
  },
  removed: {
    title: 'A file was removed',
    text: 'A security program may have removed {file}. Restore it there, then try again, or contact {brand}.',
  },
});
