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

/** Throws CliProblem if the text is not an export. */
export function readDocument(text: string): { settings: Row | null; rows: Exported } {
  let value: unknown;
  try {
    value = JSON.parse(text, withDigits);
  } catch (error) {
    if (error instanceof CliProblem) throw error;
    throw new CliProblem('The document is not JSON.');
  }
  if (surrogateEscape.test(text)) refuseLoneSurrogates(value);
  const parsed = documentSchema.safeParse(value);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new CliProblem(
      `The document is not an export of version ${version}${field === '' ? '' : `. Check "${field}"`}.`,
    );
  }
  const { settings, format: _format, version: _version, ...rows } = parsed.data;
  return { settings: settings ?? null, rows };
}
