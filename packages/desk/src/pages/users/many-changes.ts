// Adding a user, and changes of many users. These count the users first, and the button repeats the
// number.
import type { BulkType } from '@latchkey/protocol/seller/bulk.ts';
import { change, type DeskParts, type MakeChange, type Typed } from '../../changes/change.ts';
import { daysField, required, unlessEmpty, type Fields } from '../../changes/fields.ts';
import { planField, shownPassword } from './fields.ts';

export const addUser: MakeChange = ({ copy }) => {
  const { newUser, userChanges } = copy;
  return change({
    operation: 'adduser',
    words: newUser,
    fields: {
      user: { label: newUser.name, problem: required() },
      sub: planField(copy),
      expiry: daysField(copy),
      email: {
        label: newUser.email,
        hint: newUser.emailHint,
        input: { inputMode: 'email' },
        send: unlessEmpty,
      },
    },
    secret: ({ password = '' }, { user = '' }) => shownPassword(userChanges, user.trim(), password),
  });
};

interface Many {
  readonly danger?: boolean;
  readonly fields?: Fields;
  /** The plan whose users are counted. */
  readonly planOf?: (typed: Typed) => string | undefined;
  readonly textOf?: (typed: Typed) => string;
}

function many(
  { copy: { manyUsers } }: DeskParts,
  name: 'extend' | 'pause' | 'resume' | 'reset' | 'expired',
  operation: BulkType,
  { planOf = () => undefined, textOf, ...more }: Many,
) {
  const words = manyUsers[name];
  return change({
    operation,
    parameters: operation === 'extend' ? { user: 'all' } : {},
    ...more,
    countOf: planOf,
    words: (typed, { text, number }) => ({
      title: words.title,
      text: textOf?.(typed) ?? words.text,
      submit: words.submit(text, number === 1),
      affected: number === 0 ? manyUsers.nobody : manyUsers.affected(text, number === 1),
    }),
    // A long change continues after its answer.
    done: (answer) => ('underway' in answer ? manyUsers.running : words.done),
  });
}

export const manyChanges = {
  extend: (desk) => {
    const { manyUsers } = desk.copy;
    return many(desk, 'extend', 'extend', {
      fields: {
        sub: planField(desk.copy),
        expiry: daysField(desk.copy),
        activeOnly: { kind: 'check', label: manyUsers.activeOnly, value: '1' },
      },
      planOf: ({ activeOnly, sub }) => (activeOnly === '1' ? sub : undefined),
      textOf: ({ activeOnly }) => manyUsers.extend[activeOnly === '1' ? 'text' : 'textForAll'],
    });
  },
  pause: (desk) => many(desk, 'pause', 'pausesub', ofPlan(desk)),
  resume: (desk) => many(desk, 'resume', 'unpausesub', ofPlan(desk)),
  reset: (desk) => many(desk, 'reset', 'resetalluser', { danger: true }),
  expired: (desk) => many(desk, 'expired', 'delexpusers', { danger: true }),
} as const satisfies Readonly<Record<string, MakeChange>>;

function ofPlan({ copy }: DeskParts): Many {
  return {
    fields: { subscription: planField(copy) },
    planOf: ({ subscription }) => subscription,
  };
}
