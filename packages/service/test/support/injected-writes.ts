// Checks that a request with an injected text writes rows of its own table and nothing else.
import { expect } from 'vitest';
import { sql } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';
import { growth, rowsWith, type Dump, type TableName } from './table-dump.ts';
import { mark } from './requests-from-spec.ts';
import { type TestService } from './service.ts';

const canary = 'canary-bird';

export type SentParameters = Readonly<Record<string, string>>;

/**
 * Rows that an operation may add. An operation that is not listed adds none. `every` means that
 * each text is stored.
 */
interface Write {
  readonly table: TableName;
  readonly column: string;
  readonly parameter: string;
  readonly every?: true;
  /** Texts that differ only in case share a row. */
  readonly folded?: true;
  readonly otherTables?: readonly TableName[];
  /** Tables that get rows only if the accepted request has the parameter for them. */
  readonly optionalTables?: readonly TableName[];
  /** Rows per request; 1 by default. */
  readonly rows?: number;
}

const writes: Readonly<Record<string, Write>> = {
  'client setvar': {
    table: 'userVariables',
    column: 'name',
    parameter: 'var',
    every: true,
    folded: true,
  },
  'client log': { table: 'logs', column: 'message', parameter: 'message', every: true },
  'client chatsend': { table: 'chatMessages', column: 'message', parameter: 'message' },
  'client ban': { table: 'blacklist', column: 'data', parameter: 'hwid', every: true },
  'seller addvar': {
    table: 'variables',
    column: 'varid',
    parameter: 'name',
    every: true,
    folded: true,
  },
  'seller addbutton': { table: 'buttons', column: 'value', parameter: 'value', every: true },
  'seller addchannel': {
    table: 'channels',
    column: 'name',
    parameter: 'name',
    every: true,
    folded: true,
  },
  'seller addsub': { table: 'plans', column: 'name', parameter: 'name', every: true, folded: true },
  'seller black': { table: 'blacklist', column: 'data', parameter: 'hwid', every: true, rows: 2 },
  'seller addWhite': { table: 'whitelist', column: 'ip', parameter: 'ip' },
  'seller activate': {
    table: 'users',
    column: 'username',
    parameter: 'user',
    every: true,
    folded: true,
    otherTables: ['subscriptions', 'history'],
    optionalTables: ['devices'],
  },
  'seller importkey': { table: 'licenses', column: 'key', parameter: 'key', every: true },
  'seller addshop': { table: 'shops', column: 'kind', parameter: 'kind' },
  // `every` is not set, because a name of white space alone assigns the token to no user.
  'seller addtoken': { table: 'tokens', column: 'assigned', parameter: 'user' },
  'seller addhwiduser': { table: 'devices', column: 'hwid', parameter: 'hwid' },
  'seller setvar': { table: 'userVariables', column: 'name', parameter: 'var' },
  'seller addAccount': { table: 'accounts', column: 'username', parameter: 'user', every: true },
};

/** Tables that grow with any request, or that the test fills. */
const ignoredTables: readonly TableName[] = [
  'throttles',
  'sessions',
  'statistics',
  'auditLogs',
  'codeFailures',
  'grants',
  'bans',
  'orders',
  'newCounts',
  'dayCounts',
  // A ban of an account ends its invitation.
  'invitations',
];

export function expectOnlySentTexts(
  operation: string,
  before: Dump,
  after: Dump,
  accepted: readonly SentParameters[],
  parse: (name: string, text: string) => unknown,
) {
  expect.soft(rowsWith(after, canary), operation).toEqual(rowsWith(before, canary));
  const grown = Object.keys(growth(before, after)).filter(
    (table) => !ignoredTables.some((ignoredTable) => ignoredTable === table),
  );
  const write = writes[operation];
  const grownForSure = grown.filter(
    (table) => write?.optionalTables?.some((optionalTable) => optionalTable === table) !== true,
  );
  expect
    .soft(grownForSure, operation)
    .toEqual(write === undefined ? [] : [write.table, ...(write.otherTables ?? [])]);
  if (write === undefined) return;
  const { table, column, parameter, every, folded } = write;
  const old = new Set(before.get(table));
  const newRows = (after.get(table) ?? []).filter((row) => !old.has(row));
  const cells = new Set(newRows.map((row) => (JSON.parse(row) as SentParameters)[column] ?? '')); // a row of this table
  const texts = new Set(
    accepted.flatMap((sent) => Object.entries(sent).map(([name, text]) => parse(name, text) ?? '')),
  );
  const unexpected = [...cells].filter((cell) => !texts.has(cell));
  expect.soft(unexpected, operation).toEqual([]);
  expect.soft(newRows.length, operation).toBeLessThanOrEqual(accepted.length * (write.rows ?? 1));
  if (every !== true) return;
  const normalise = (text: unknown) => (folded === true ? fold(String(text)) : text);
  const named = accepted.flatMap((sent) => sent[parameter] ?? []);
  const parsed = named.map((text) => parse(parameter, text)).filter((text) => text !== undefined);
  const expected = new Set(parsed.map(normalise));
  expected.delete(normalise(mark));
  expect.soft([...cells].map(normalise), operation).toEqual(expect.arrayContaining([...expected]));
}

/** Removes the rows that an operation wrote, so that a later operation does not find them. */
export async function deleteWrittenRows(
  { database }: TestService,
  operation: string,
): Promise<void> {
  const write = writes[operation];
  if (write === undefined) return;
  const { table, column } = write;
  const named = sql.ref<string>(column);
  // Every test application has the plan Pro, and the neighbour's subscription refers to it.
  await database.deleteFrom(table).where(named, 'not in', [mark, canary, 'Pro']).execute();
}
