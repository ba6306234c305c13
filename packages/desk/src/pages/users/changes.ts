// The changes of one user.
import type { ChangeName } from '../../copy/en/user-changes.ts';
import {
  about,
  change,
  type Change,
  type DeskParts,
  type MakeChange,
  type Words,
} from '../../changes/change.ts';
import { asTyped, daysField, notSent, required } from '../../changes/fields.ts';
import { maxReason } from '@latchkey/protocol/limits.ts';
import { secondsOfDays } from '../../parts/days.ts';
import { saveFile } from '@latchkey/web/save-file.ts';
import { replacePlace } from '../../router/location.ts';
import { computerField, planField, shownPassword } from './fields.ts';
import { newEnd } from './new-end.ts';
import type { Plan } from './one/user-state.ts';

export interface UserVariable {
  readonly name: string;
  readonly data: string;
  readonly isReadOnly: boolean;
}

/** A change, and what it applies to. */
export interface ChosenChange {
  readonly name: ChangeName;
  /** The plan that is preselected. */
  readonly plan?: string;
  /** The id of the computer that is preselected. */
  readonly computer?: string;
  readonly variable?: UserVariable;
}

export interface Subject {
  /** The name or id by which operations find the user. */
  readonly user: string;
  /** The name that is shown, which can be masked. */
  readonly shownName: string;
  /** The last IP, or null. */
  readonly ip: string | null;
  readonly subs: readonly Plan[];
}

interface Parts extends Subject, Omit<ChosenChange, 'name'>, DeskParts {
  readonly words: Words;
}

const rows: Readonly<Record<ChangeName, (parts: Parts) => Change>> = {
  extend: ({ user, plan, subs, copy, formats, words }) =>
    change({
      operation: 'extend',
      parameters: { user },
      words: ({ sub = '', expiry = '' }) => {
        const affected = newEnd({ subs, sub, expiry }, { copy, formats });
        return { ...words, affected, done: [words.done, affected].join(' ').trim() };
      },
      fields: { sub: planField(copy, plan), expiry: daysField(copy) },
    }),
  take: ({ user, plan, copy, words }) => {
    const days = { ...daysField(copy), send: (typed: string) => String(secondsOfDays(typed) ?? 0) };
    return change({
      operation: 'subtract',
      parameters: { user },
      words,
      danger: true,
      fields: { sub: planField(copy, plan), seconds: days },
    });
  },
  removePlan: ({ user, plan, copy, words }) =>
    change({
      operation: 'delsub',
      parameters: { user },
      words,
      danger: true,
      fields: { sub: planField(copy, plan) },
    }),
  pause: ({ user, words }) =>
    change({ operation: 'pauseuser', parameters: { username: user }, words }),
  resume: ({ user, words }) =>
    change({ operation: 'unpauseuser', parameters: { username: user }, words }),
  reset: ({ user, words }) =>
    change({ operation: 'resetuser', parameters: { user }, words, danger: true }),
  removeComputer: ({ user, computer, copy, words }) =>
    change({
      operation: 'removecomputer',
      parameters: { user },
      words,
      danger: true,
      fields: { id: computerField(copy, user, computer) },
    }),
  endSessions: ({ user, words }) =>
    change({ operation: 'endsessions', parameters: { user }, words, danger: true }),
  twoFactor: ({ user, words }) =>
    change({ operation: 'disable2fa', parameters: { user }, words, danger: true }),
  unban: ({ user, words }) => change({ operation: 'unbanuser', parameters: { user }, words }),
  unblock: ({ ip, copy: { userChanges } }) =>
    change({
      operation: 'delblack',
      parameters: { data: ip ?? '', blacktype: 'ip' },
      words: about(userChanges.unblock, ip ?? ''),
    }),
  resumeApplication: ({ application, copy: { userChanges } }) =>
    change({ operation: 'unpauseapp', words: about(userChanges.resumeApplication, application) }),
  ban: ({ user, ip, copy: { userChanges }, words }) =>
    change({
      operation: 'banuser',
      parameters: { user },
      words,
      danger: true,
      fields: {
        reason: {
          label: userChanges.reason,
          hint: userChanges.reasonHint,
          input: { maxLength: maxReason },
        },
        address: ip !== null && { kind: 'check', label: userChanges.withAddress(ip), value: '0' },
      },
      done: ({ address }) => `${words.done ?? ''} ${userChanges.address[address]}`.trim(),
    }),
  setVariable: (parts) => setVariable(parts),
  changeVariable: (parts) => setVariable(parts),
  removeVariable: ({ user, variable, copy: { userChanges } }) => {
    const name = variable?.name ?? '';
    return change({
      operation: 'deluservar',
      parameters: { user, var: name },
      words: about(userChanges.removeVariable, name),
      danger: true,
    });
  },
  password: ({ user, shownName, copy: { userChanges }, words }) =>
    change({
      operation: 'resetpw',
      parameters: { user },
      words,
      secret: ({ password = '' }) => shownPassword(userChanges, shownName, password),
    }),
  passwordLink: ({ user, shownName, copy: { userChanges }, words }) =>
    change({
      operation: 'passwordlink',
      parameters: { user },
      words,
      secret: ({ link }) => {
        const { title, ...shown } = userChanges.shown.link;
        return { ...shown, title: title(shownName), secret: link };
      },
    }),
  rename: ({ user, application, copy: { userChanges }, words }) =>
    change({
      operation: 'editusername',
      parameters: { currentUsername: user },
      words,
      fields: { newUsername: { label: userChanges.newName, problem: required() } },
      done: (_, { newUsername = '' }) => userChanges.rename.done(newUsername.trim()),
      after: (_, { newUsername = '' }) => replacePlace(application, 'users', newUsername.trim()),
    }),
  email: ({ user, copy: { userChanges }, words }) =>
    change({
      operation: 'editemail',
      parameters: { user },
      words,
      fields: { email: { label: userChanges.newEmail, input: { inputMode: 'email' } } },
    }),
  download: ({ user, shownName, copy, words }) =>
    change({
      operation: 'exportuser',
      parameters: { user },
      words,
      after: ({ person }) =>
        saveFile(
          copy.user.exportFile(shownName),
          new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' }),
        ),
    }),
  remove: ({ user, application, words }) =>
    change({
      operation: 'deluser',
      parameters: { user },
      words,
      danger: true,
      after: () => replacePlace(application, 'users'),
    }),
  erase: ({ user, shownName, application, copy: { userChanges }, words }) =>
    change({
      operation: 'eraseuser',
      parameters: { user },
      words,
      danger: true,
      fields: {
        typed: {
          label: userChanges.typeName(shownName),
          problem: (typed) => (typed === shownName ? null : ''),
          send: notSent,
        },
      },
      after: () => replacePlace(application, 'users'),
    }),
};

function setVariable({ user, variable, copy: { userChanges }, words }: Parts): Change {
  return change({
    operation: 'setvar',
    parameters: variable === undefined ? { user } : { user, var: variable.name },
    words,
    fields: {
      var: variable === undefined && { label: userChanges.variable, problem: required() },
      data: { label: userChanges.value(variable?.name), value: variable?.data, send: asTyped },
      readOnly: {
        kind: 'check',
        label: userChanges.isReadOnly,
        value: variable?.isReadOnly === true ? '1' : '0',
      },
    },
  });
}

export function changeOfUser({ name, ...chosen }: ChosenChange, subject: Subject): MakeChange {
  return (desk) => {
    const words = about(desk.copy.userChanges[name], subject.shownName);
    return rows[name]({ ...subject, ...chosen, ...desk, words });
  };
}
