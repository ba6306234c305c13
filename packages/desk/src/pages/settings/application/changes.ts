// The changes of the application: its pause, its accepted versions and its program hashes.
import type { AcceptedVersion } from '@latchkey/protocol/versions.ts';
import { change, type MakeChange } from '../../../changes/change.ts';
import { notSent, type FieldOfChange } from '../../../changes/fields.ts';
import type { Copy } from '../../../copy/copy.ts';
import { lastDayOf, versionText, withNewVersion, withVersion } from './version-list.ts';

export const pauseApplication: MakeChange = ({
  copy: {
    settings: { state },
  },
}) =>
  change({
    operation: 'pauseapp',
    words: {
      title: state.pauseTitle,
      text: state.pauseText,
      submit: state.pause,
      done: state.pauseDone,
    },
    danger: true,
  });

export const resumeApplication: MakeChange = ({
  copy: {
    settings: { state },
  },
}) =>
  change({
    operation: 'unpauseapp',
    words: {
      title: state.resumeTitle,
      text: state.resumeText,
      submit: state.resume,
      done: state.resumeDone,
    },
  });

export const addHash: MakeChange = ({
  copy: {
    settings: { hashes },
  },
}) =>
  change({
    operation: 'addhash',
    words: { title: hashes.add, text: hashes.addText, submit: hashes.add, done: hashes.added },
    fields: {
      hash: {
        label: hashes.hash,
        hint: hashes.hint,
        input: { className: 'mono' },
        problem: (typed) => (/^[0-9a-f]{32,64}$/i.test(typed.trim()) ? null : hashes.hint),
      },
    },
  });

export const resetHashes: MakeChange = ({
  copy: {
    settings: { hashes },
  },
}) =>
  change({
    operation: 'resethash',
    words: {
      title: hashes.reset,
      text: hashes.resetText,
      submit: hashes.reset,
      done: hashes.resetDone,
    },
    danger: true,
  });

type Versions = readonly AcceptedVersion[];

function dayField({ versions }: Copy['settings'], value: string): FieldOfChange {
  return {
    label: versions.lastDay,
    hint: versions.lastDayHint,
    value,
    input: { type: 'date' },
    send: notSent,
  };
}

export function addVersion(versions: Versions): MakeChange {
  return ({ copy: { settings } }) => {
    const words = settings.versions;
    return change({
      operation: 'updatesettings',
      parameters: ({ added = '', lastDay = '' }) => ({
        version: withNewVersion(versions, added.trim(), lastDay) ?? '',
      }),
      words: ({ added = '' }) => ({
        title: words.add,
        text: words.addText,
        submit: words.add,
        done: words.added(added.trim()),
      }),
      fields: ({ lastDay = '' }) => ({
        added: {
          label: words.version,
          input: { className: 'mono' },
          problem: (typed) =>
            withNewVersion(versions, typed.trim(), lastDay) === null ? words.wrong : null,
          send: notSent,
        },
        lastDay: dayField(settings, ''),
      }),
    });
  };
}

export function setLastDay(one: AcceptedVersion, versions: Versions): MakeChange {
  const { version } = one;
  return ({ copy: { settings } }) => {
    const words = settings.versions;
    return change({
      operation: 'updatesettings',
      parameters: ({ lastDay = '' }) => ({
        version: withVersion(versions, version, versionText(version, lastDay)),
      }),
      words: {
        title: words.setDayTitle(version),
        text: words.setDayText,
        submit: words.setDay,
        done: words.changed(version),
      },
      fields: { lastDay: dayField(settings, lastDayOf(one)) },
    });
  };
}

export function removeVersion({ version }: AcceptedVersion, versions: Versions): MakeChange {
  return ({
    copy: {
      settings: { versions: words },
    },
  }) =>
    change({
      operation: 'updatesettings',
      parameters: { version: withVersion(versions, version, null) },
      words: {
        title: words.removeTitle(version),
        text: words.removeText,
        submit: words.remove,
        done: words.removed(version),
      },
      danger: true,
    });
}
