// States of the rows of an import, and why a row is not created.
import type { z } from 'zod';
import type {
  ImportedRow,
  ImportProblemCode,
  PlannedImport,
} from '@latchkey/protocol/seller/imports.ts';
import type { SellerCall } from '../../api/seller-call.ts';

export interface ImportCall extends Pick<
  SellerCall,
  'application' | 'key' | 'mailKey' | 'mailer' | 'secret' | 'now'
> {
  readonly planned: PlannedImport | undefined;
}

export interface RowProblem {
  readonly state: 'problem';
  readonly column: string;
  readonly code: ImportProblemCode;
  readonly reason: string;
}

export type RowState = RowProblem | (ImportedRow & { readonly state: 'created' | 'equal' });

const reasons: Readonly<Record<ImportProblemCode, (value: string) => string>> = {
  'value-invalid': () => 'The value is not valid.',
  'column-unknown': () => 'The field is unknown.',
  'spelled-otherwise': (name) => `It exists as "${name}".`,
  differs: () => 'It exists with another value, and stays unchanged.',
  'email-taken': (name) => `The user "${name}" has this e-mail.`,
  'username-too-short': () => 'The name is too short.',
  'username-reserved': () => 'The name is not allowed.',
  'password-hash-invalid': () =>
    'The hash is not accepted: bcrypt with cost 4 to 12, or argon2id with at most 64 MiB.',
  'password-or-hash': () => 'Only one of password and hash is possible.',
  'subscription-unknown': (name) => `There is no subscription "${name}". Add it first.`,
  'subscription-twice': (name) => `It has the subscription "${name}" twice.`,
  'grants-too-short': (name) => `The grants of "${name}" have less time left than its end.`,
  'level-unknown': (level) =>
    `No subscription has the level ${level}, so the key would give nothing. Add one first.`,
};

export function problem(column: string, code: ImportProblemCode, value = ''): RowProblem {
  return { state: 'problem', column, code, reason: reasons[code](value) };
}

/** Answers stay short, even if a client invents the name. */
const columnForm = /^[\w.]{1,60}$/;

export type Parsed<Row> = { readonly row: Row } | RowProblem;

export function parseRow<Schema extends z.ZodType>(
  schema: Schema,
  row: unknown,
): Parsed<z.output<Schema>> {
  const parsed = schema.safeParse(row);
  if (parsed.success) return { row: parsed.data };
  const [issue] = parsed.error.issues;
  const isUnknown = issue?.code === 'unrecognized_keys';
  const path = [...(issue?.path ?? []), ...(isUnknown ? issue.keys.slice(0, 1) : [])].join('.');
  const column = columnForm.test(path) ? path : '';
  return problem(column, isUnknown ? 'column-unknown' : 'value-invalid');
}
