// Creates the rows of all sections except users, and lists existing rows.
import { maxDays } from '@latchkey/protocol/limits.ts';
import { isTrue, numberOf, textOf } from './answers.ts';
import type { FieldOf, Row } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { sections, type RowOfSection, type Section } from './exchange-format.ts';
import { pagesOf } from './lists.ts';
import { ServiceRefusal } from './problem.ts';

/** The reason why a row was not created or was created incompletely. */
export type ImportNote = string;

export interface Importer {
  readonly make: (row: Row) => Promise<ImportNote | null>;
}

const secondsPerDay = 86_400;

/** Formats seconds as days with up to 6 decimals, for the seller API. */
export function daysText(seconds: number): string {
  return Math.min(seconds / secondsPerDay, maxDays)
    .toFixed(6)
    .replace(/\.?0+$/, '');
}

/** `now` is unix seconds. `hasLedger` says whether the service accepts used licenses. */
export function importersOf(
  call: CliCall,
  now: number,
  hasLedger: boolean,
): Readonly<Record<ImportedSection, Importer>> {
  return { ...ofApplication(call, hasLedger), ...ofUsers(call, now), ...ofAccess(call) };
}

const nullOnSuccess = (answer: Promise<unknown>) => answer.then(() => null);

function ofApplication(call: CliCall, hasLedger: boolean) {
  const { ask } = call;
  return {
    subscriptions: {
      make: (row: RowOfSection<'subscriptions'>) =>
        nullOnSuccess(
          ask('addsub', {
            name: textOf(row, 'name'),
            level: textOf(row, 'level'),
            // Exports of earlier versions lack it.
            computers: textOf(row, 'computers') || undefined,
            gracedays: textOf(row, 'gracedays') || undefined,
          }),
        ),
    },
    variables: {
      make: (row: RowOfSection<'variables'>) => {
        const authed = isPublic(row) ? '0' : '1';
        return nullOnSuccess(
          ask('addvar', { name: textOf(row, 'varid'), data: textOf(row, 'msg'), authed }),
        );
      },
    },
    licenses: {
      make: (row: RowOfSection<'licenses'>) =>
        hasLedger ? importLicense(call, row) : importUnusedLicense(call, row),
    },
    channels: {
      make: (row: RowOfSection<'channels'>) =>
        nullOnSuccess(
          ask('addchannel', { name: textOf(row, 'name'), delay: textOf(row, 'delay') }),
        ),
    },
    buttons: {
      make: (row: RowOfSection<'buttons'>) =>
        nullOnSuccess(ask('addbutton', { value: textOf(row, 'value'), text: textOf(row, 'text') })),
    },
  };
}

function ofUsers({ ask }: CliCall, now: number) {
  return {
    userVariables: {
      make: (row: RowOfSection<'userVariables'>) =>
        nullOnSuccess(
          ask('setvar', {
            user: textOf(row, 'user'),
            var: textOf(row, 'name'),
            data: textOf(row, 'data'),
            readOnly: isTrue(row, 'readOnly') ? '1' : '0',
          }),
        ),
    },
    mutes: {
      make: async (row: RowOfSection<'mutes'>) => {
        const seconds = Math.floor((numberOf(row, 'time') ?? 0) - now);
        const user = textOf(row, 'user');
        if (seconds > 0) await ask('muteuser', { user, time: String(seconds) });
        return null;
      },
    },
  };
}

function ofAccess({ ask }: CliCall) {
  return {
    blacklist: {
      make: (row: RowOfSection<'blacklist'>) => {
        const ip = textOf(row, 'ip');
        return nullOnSuccess(ask('black', ip === '' ? { hwid: textOf(row, 'hwid') } : { ip }));
      },
    },
    whitelist: {
      make: (row: RowOfSection<'whitelist'>) =>
        nullOnSuccess(ask('addWhite', { ip: textOf(row, 'ip') })),
    },
  };
}

export type ImportedSection = Exclude<
  Section,
  'users' | keyof typeof notImportable | 'logs' | 'auditLog' | 'history'
>;

/** Sections that cannot be imported, with the reason. Logs are skipped without a report. */
export const notImportable = {
  tokens: 'The service generates tokens. Create new ones.',
  webhooks: 'Their URLs are not in an export. Add them again.',
  files: 'The service downloads files itself and gives them new ids. Add them again.',
  accounts: 'Their passwords are not in an export. Add them again.',
} as const satisfies Partial<Record<Section, ImportNote>>;

function isPublic(row: RowOfSection<'variables'>): boolean {
  return row.authed !== undefined && !isTrue(row, 'authed');
}

async function importLicense(
  { ask }: CliCall,
  row: RowOfSection<'licenses'>,
): Promise<ImportNote | null> {
  const seconds = numberOf(row, 'expires');
  if (seconds === null || seconds <= 0) return 'It has no duration.';
  const isUsed = textOf(row, 'usedby') !== '' || textOf(row, 'usedon') !== '';
  await ask('importkey', {
    key: textOf(row, 'key'),
    expires: String(Math.floor(seconds)),
    level: textOf(row, 'level') || '1',
    status: textOf(row, 'status') || (isUsed ? 'Used' : 'Not Used'),
    usedby: textOf(row, 'usedby') || undefined,
    usedon: textOf(row, 'usedon') || undefined,
    gendate: textOf(row, 'gendate') || undefined,
    banned: textOf(row, 'banned') || undefined,
    note: textOf(row, 'note') || undefined,
    genby: textOf(row, 'genby') || undefined,
    order: textOf(row, 'order') || undefined,
  });
  return null;
}

/** Creates a license whose mask is the key, for services without `importkey`. */
async function importUnusedLicense(
  { ask }: CliCall,
  row: RowOfSection<'licenses'>,
): Promise<ImportNote | null> {
  const key = textOf(row, 'key');
  const seconds = numberOf(row, 'expires');
  const status = textOf(row, 'status');
  if (status === 'Used' || textOf(row, 'usedby') !== '')
    return 'It was already used; its user has the time it gave.';
  if (seconds === null || seconds <= 0) return 'It has no duration.';
  if (key.includes('*')) return 'A key with * would become a different key.';
  await ask('add', {
    mask: key,
    force: '1',
    expiry: daysText(seconds),
    level: textOf(row, 'level') || '1',
    note: textOf(row, 'note'),
    owner: textOf(row, 'genby') || undefined,
  });
  if (status === 'Banned') await ask('ban', { key, reason: textOf(row, 'banned') });
  return null;
}

/** Sends an empty `setgrants`. A service with a ledger answers that a parameter is missing. */
export async function detectLedger({ askAny }: CliCall): Promise<boolean> {
  try {
    await askAny('setgrants', {});
    return true;
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    return error.failure?.code === 'parameter-missing';
  }
}

/** Returns the name that identifies a row in its section. */
export function nameOfRow(section: Section, row: Row): string {
  if (section === 'users') return textOf(row, 'username');
  if (section === 'userVariables') return `${textOf(row, 'user')}\n${textOf(row, 'name')}`;
  return textOf(row, nameFields[section] ?? '') || textOf(row, 'hwid');
}

const nameFields: { readonly [Name in Section]?: FieldOf<RowOfSection<Name>> } = {
  subscriptions: 'name',
  variables: 'varid',
  licenses: 'key',
  channels: 'name',
  mutes: 'user',
  blacklist: 'ip',
  whitelist: 'ip',
  buttons: 'value',
};

export async function existingNames(
  { askAny }: CliCall,
  section: Section,
): Promise<ReadonlySet<string>> {
  const { type, list } = sections[section];
  const names = new Set<string>();
  for await (const rows of pagesOf(askAny, type, list))
    for (const row of rows) names.add(nameOfRow(section, row));
  return names;
}
