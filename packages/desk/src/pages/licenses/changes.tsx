// The changes of one license, of the selected ones, and of all unused or redeemed ones. What takes or
// returns time shows whose, by a dry run.
import { maxNote, maxReason } from '@latchkey/protocol/limits.ts';
import { deleteMany } from '../../changes/bulk.ts';
import {
  about,
  change,
  type Change,
  type DeskParts,
  type MakeChange,
} from '../../changes/change.ts';
import { asTyped, daysField, notSent, required, unlessEmpty } from '../../changes/fields.ts';
import { goTo } from '../../router/location.ts';
import type { LicenseInfo } from './one/LicensePage.tsx';

interface Parts extends DeskParts {
  readonly license: string;
  readonly info: LicenseInfo;
  readonly isReseller: boolean;
}

export type LicenseChange = 'note' | 'days' | 'assign' | 'ban' | 'unban' | 'refund' | 'delete';

const rows: Readonly<Record<LicenseChange, (parts: Parts) => Change>> = {
  note: ({ license: key, info: { note }, copy: { licenses } }) =>
    change({
      operation: 'setnote',
      parameters: { key },
      words: about(licenses.one.note, key),
      fields: {
        note: {
          label: licenses.columns.note,
          value: note,
          send: asTyped,
          eager: true,
          problem: (typed) => (typed.length > maxNote ? licenses.making.noteLong : null),
        },
      },
    }),
  days: ({ license: key, info: { duration }, copy }) =>
    change({
      operation: 'edit',
      parameters: { key },
      words: about(copy.licenses.one.days, key),
      fields: { expiry: daysField(copy, String(Number((Number(duration) / 86_400).toFixed(6)))) },
    }),
  assign: ({ license: key, copy: { licenses } }) =>
    change({
      operation: 'assignkey',
      parameters: { key },
      words: ({ user = '' }) => about(licenses.one.assign, user.trim()),
      fields: { user: { label: licenses.one.assign.to, problem: required() } },
    }),
  ban: ({ license: key, info: { usedby }, copy: { licenses } }) => {
    const words = licenses.one.ban;
    return change({
      operation: 'ban',
      parameters: { key },
      words,
      danger: true,
      timeOf: 'takenBack',
      fields: {
        reason: {
          label: words.reason,
          hint: words.reasonHint,
          send: unlessEmpty,
          problem: (typed) => (typed.length > maxReason ? words.reasonHint : null),
          eager: true,
        },
        userToo: usedby !== '' && { kind: 'check', label: words.userToo(usedby), value: '0' },
      },
      children: ({ userToo }) => userToo === '1' && <p className="small">{words.userTooText}</p>,
    });
  },
  unban: ({ license: key, copy: { licenses } }) =>
    change({
      operation: 'unban',
      parameters: { key },
      words: licenses.one.unban,
      timeOf: 'givenBack',
    }),
  refund: ({ license: key, info: { order }, copy: { licenses } }) => {
    const words = licenses.one.refund;
    return change({
      operation: 'refund',
      parameters: ({ all }) => (all === '1' ? { order } : { key }),
      words: ({ all }) =>
        all === '1' ? { ...words, submit: words.orderSubmit, done: words.orderDone } : words,
      danger: true,
      timeOf: 'takenBack',
      fields: { all: order !== '' && { kind: 'check', label: words.order(order), send: notSent } },
      children: () => <p className="small">{words.money}</p>,
    });
  },
  delete: ({ license: key, info: { status }, isReseller, application, copy: { licenses } }) => {
    const words = licenses.one.delete;
    return change({
      operation: 'del',
      parameters: { key },
      words: { ...words, text: status === 'Not Used' ? words.unusedText : words.text },
      danger: true,
      ...(isReseller
        ? { children: () => <p className="small">{words.credited}</p> }
        : { timeOf: 'takenBack' }),
      after: () => goTo(application, 'licenses'),
    });
  },
};

export function changeOfLicense(
  name: LicenseChange,
  subject: Pick<Parts, 'license' | 'info' | 'isReseller'>,
): MakeChange {
  return (desk) => rows[name]({ ...subject, ...desk });
}

export function deleteSelected(keys: readonly string[]): MakeChange {
  return ({ copy: { licenses }, formats }) => {
    const { bulk } = licenses;
    return change({
      operation: 'delmultiple',
      parameters: { key: keys.join(',') },
      words: (_, { text, number }) => ({
        ...bulk.selected,
        submit: bulk.delete(text, number ?? 0),
      }),
      danger: true,
      timeOf: 'takenBack',
      done: ({ deleted }) => bulk.deleted(formats.number(deleted), deleted),
    });
  };
}

export const bulkChanges = {
  addDays: ({ copy }) => {
    const { addDays } = copy.licenses.bulk;
    return change({
      operation: 'addtime',
      countOf: () => undefined,
      words: (_, { text, number }) => ({
        title: addDays.title,
        text: addDays.text,
        submit: number === null ? copy.bulk.counting : addDays.submit(text, number),
        done: addDays.done(text, number ?? 0),
        affected: number === 0 ? addDays.none : undefined,
      }),
      fields: { time: { ...daysField(copy, ''), label: addDays.days } },
    });
  },
  unused: deleteAll('unused', 'delunused'),
  used: deleteAll('used', 'delused'),
} as const satisfies Readonly<Record<string, MakeChange>>;

function deleteAll(name: 'unused' | 'used', operation: 'delunused' | 'delused'): MakeChange {
  return (desk) => {
    const { bulk } = desk.copy.licenses;
    return deleteMany({ ...bulk[name], operation, words: bulk })(desk);
  };
}
