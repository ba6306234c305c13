// File format of `export` and `import`: a JSON object with a list of rows for each section.
import { z } from 'zod';
import { escapedJson } from './plain-text.ts';
import type { AnswerTo, FieldOf, Row, RowOf } from './answer-types.ts';
import { CliProblem } from './problem.ts';

const format = 'latchkey-export';
const version = 1;

/** Sections in document order. `type` returns the rows in the answer field `list`. */
export const sections = {
  subscriptions: { type: 'fetchallsubs', list: 'subs' },
  variables: { type: 'fetchallvars', list: 'vars' },
  licenses: { type: 'fetchallkeys', list: 'keys' },
  users: { type: 'fetchallusers', list: 'users' },
  userVariables: { type: 'fetchalluservars', list: 'vars' },
  channels: { type: 'fetchallchats', list: 'chats' },
  mutes: { type: 'fetchallmutes', list: 'mutes' },
  blacklist: { type: 'fetchallblacks', list: 'blacklists' },
  whitelist: { type: 'fetchallwhites', list: 'whitelists' },
  buttons: { type: 'fetchallbuttons', list: 'buttons' },
  tokens: { type: 'fetchalltokens', list: 'tokens' },
  webhooks: { type: 'fetchallwebhooks', list: 'webhooks' },
  files: { type: 'fetchallfiles', list: 'files' },
  accounts: { type: 'fetchallaccounts', list: 'accounts' },
  logs: { type: 'fetchalllogs', list: 'logs' },
  auditLog: { type: 'fetchauditlog', list: 'auditlog' },
  history: { type: 'fetchhistory', list: 'history' },
} as const;

export type Section = keyof typeof sections;
/** A row of this service. Documents of other services may differ. */
export type RowOfSection<Name extends Section> = RowOf<
  (typeof sections)[Name]['type'],
  (typeof sections)[Name]['list'] & FieldOf<AnswerTo<(typeof sections)[Name]['type']>>
>;
export const sectionNames = Object.keys(sections) as readonly Section[]; // Object.keys loses the literal types

export type Exported = Readonly<Partial<Record<Section, readonly Row[] | undefined>>>;

export interface Head {
  readonly exportedAt: string;
  readonly note: string;
  readonly settings: Row | null;
  /** Sections that the service refused to list, with the reason. */
  readonly missing: Readonly<Record<string, string>>;
}

/** Returns the document in pieces, because it could exceed the maximum length of a string. */
export function writeDocument(head: Head, rows: Exported): readonly string[] {
  const pieces = [escapedJson({ format, version, ...head }, 2).replace(/\n\}$/, '')];
  for (const name of sectionNames) {
    const list = rows[name];
    if (list === undefined) continue;
    pieces.push(`,\n  "${name}": [`);
    list.forEach((row, index) =>
      pieces.push(`${index === 0 ? '' : ','}\n    ${escapedJson(row, 0)}`),
    );
    pieces.push(list.length === 0 ? ']' : '\n  ]');
  }
  pieces.push('\n}\n');
  return pieces;
}

const rowList = z.array(z.record(z.string(), z.unknown())).optional();

const documentSchema = z.object({
  format: z.literal(format),
  version: z.literal(version),
  settings: z.record(z.string(), z.unknown()).nullish(),
  ...(Object.fromEntries(sectionNames.map((name) => [name, rowList])) as Record<
    Section,
    typeof rowList
  >), // Object.fromEntries loses the names
});

/** Matches the escape of a surrogate, which may lack its other half. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/**
 * Refuses half of a surrogate pair, which is not a character. Other programs write one for each
 * byte that was not UTF-8, and it would become a replacement character on the way to the service.
 */
function refuseLoneSurrogates(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string' && /\p{Cs}/u.test(value))
    throw new CliProblem(
      `The document has invalid Unicode (half of a surrogate pair) in "${path.join('.')}". Export it again as UTF-8.`,
    );
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) refuseLoneSurrogates(one, [...path, name]);
}

type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

/**
 * Keeps an integer as text if JavaScript would round it, such as a long order number. Throws
 * CliProblem on Node 20, which does not pass the digits to the reviver.
 */
const withDigits: Reviver = (_name, value, context) => {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value))
    return value;
  if (context?.source === undefined)
    throw new CliProblem('A number of the document has too many digits. Write it as text.');
  return context.source;
};

/** Lists of saved answers, such as that of `fetchallkeys`, which another server may have given. */
const answerSections = {
  subs: 'subscriptions',
  keys: 'licenses',
  users: 'users',
  chats: 'channels',
  blacklists: 'blacklist',
  whitelists: 'whitelist',
  buttons: 'buttons',
} as const satisfies Readonly<Record<string, Section>>;

const answerSchema = z.looseObject({
  success: z.literal(true),
  users: z.array(z.looseObject({ password: z.unknown(), email: z.unknown() })).optional(),
});
const storedHash = /^\$(?:2[aby]|argon2id)\$/;

/** Returns other values than saved answers unchanged. */
function documentOfAnswer(value: unknown): unknown {
  const { data: answer } = answerSchema.safeParse(value);
  if (answer === undefined) return value;
  const lists = Object.entries(answerSections).filter(([list]) => Object.hasOwn(answer, list));
  if (lists.length === 0) return value;
  const rows = lists.map(([list, section]) => [section, answer[list]]);
  const users = answer.users?.map(readUser);
  return { format, version, ...Object.fromEntries(rows), ...(users && { users }) };
}

/** Other servers list the hash of the password as `password`, and a hash of the e-mail as `email`. */
function readUser({ password, email, ...row }: { password?: unknown; email?: unknown }) {
  return {
    ...row,
    ...(typeof password === 'string' && storedHash.test(password) && { passwordHash: password }),
    ...(typeof email === 'string' && email.includes('@') && { email }),
  };
}

/** Throws CliProblem if the text is neither an export nor a saved answer of the seller API. */
export function readDocument(text: string): { settings: Row | null; rows: Exported } {
  let value: unknown;
  try {
    value = JSON.parse(text, withDigits);
  } catch (error) {
    if (error instanceof CliProblem) throw error;
    throw new CliProblem('The document is not JSON.');
  }
  if (surrogateEscape.test(text)) refuseLoneSurrogates(value);
  const parsed = documentSchema.safeParse(documentOfAnswer(value));
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new CliProblem(
      `The document is not an export of version ${version}${field === '' ? '' : `. Check "${field}"`}.`,
    );
  }
  const { settings, format: _format, version: _version, ...rows } = parsed.data;
  return { settings: settings ?? null, rows };
}
