// Fields of changes of users, and the password that one of them shows.
import { asked, type FieldOfChange } from '../../changes/fields.ts';
import type { Secret } from '../../changes/ShownOnce.tsx';
import type { Copy } from '../../copy/copy.ts';
import { computerTitles } from './one/computer-title.ts';

/** A select of a plan. */
export function planField({ userChanges }: Copy, value?: string): FieldOfChange {
  return {
    kind: 'select',
    label: userChanges.plan,
    value,
    none: userChanges.noPlans,
    asked: asked({
      operation: 'fetchallsubs',
      parameters: { limit: '1000' },
      read: ({ subs }) => subs.map(({ name }) => ({ value: name, label: name })),
    }),
  };
}

export function computerField(
  { user: texts, userChanges }: Copy,
  user: string,
  value?: string,
): FieldOfChange {
  return {
    kind: 'select',
    label: userChanges.computer,
    value,
    asked: asked({
      operation: 'fetchcomputers',
      parameters: { user },
      read: ({ computers }) => {
        const titles = computerTitles(computers, texts.unnamed);
        return computers.map(({ id }, index) => ({ value: id, label: titles[index] ?? id }));
      },
    }),
  };
}

export function shownPassword(
  { shown }: Copy['userChanges'],
  name: string,
  secret: string,
): Secret {
  const { title, text, label } = shown.password;
  return { title: title(name), text, label, secret };
}
