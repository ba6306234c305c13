// Creates the rows of the small sections one by one, and lists existing rows.
import { isTrue, listIn, numberOf, textOf } from './answers.ts';
import type { FieldOf, Row } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { sections, type RowOfSection, type Section } from './exchange-format.ts';
import { pagesOf } from './lists.ts';

/** The reason why a row was not created or was created incompletely. */
export type ImportNote = string;

export interface Importer {
  readonly make: (row: Row) => Promise<ImportNote | null>;
}

/** `now` is unix seconds. */
export function importersOf(
  call: CliCall,
  now: number,
): Readonly<Record<Exclude<ImportedSection, 'users' | 'licenses'>, Importer>> {
  return { ...ofApplication(call), ...ofUsers(call, now), ...ofAccess(call) };
}

const nullOnSuccess = (answer: Promise<unknown>) => answer.then(() => null);

function ofApplication(call: CliCall) {
  const { ask } = call;
  return {
    subscriptions: {
      make: async (row: RowOfSection<'subscriptions'>) => {
        const sub = textOf(row, 'name');
        const trialdays = textOf(row, 'trialdays') || undefined;
        const isTaken = trialdays !== undefined && (await hasTrial(call));
        await ask('addsub', {
          name: sub,
          level: textOf(row, 'level'),
          // Exports of earlier versions lack it.
          computers: textOf(row, 'computers') || undefined,
          gracedays: textOf(row, 'gracedays') || undefined,
          trialdays: isTaken ? undefined : trialdays,
        });
        for (const feature of listIn(row, 'features', 'feature'))
          await ask('setfeature', {
            sub,
            feature: textOf(feature, 'feature'),
            value: textOf(feature, 'value'),
            kind: textOf(feature, 'kind') || undefined,
            words: textOf(feature, 'words') || undefined,
          });
        return isTaken ? 'It gives no free trial: another subscription does.' : null;
      },
    },
    variables: {
      make: (row: RowOfSection<'variables'>) => {
        const authed = isPublic(row) ? '0' : '1';
        return nullOnSuccess(
          ask('addvar', { name: textOf(row, 'varid'), data: textOf(row, 'msg'), authed }),
        );
      },
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

/** An import changes nothing that exists, so it does not move the trial. */
async function hasTrial(call: CliCall): Promise<boolean> {
  const existing = await existingRows(call, 'subscriptions');
  return [...existing.values()].some((row) => textOf(row, 'trialdays') !== '');
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
  keyof typeof notImportable | 'logs' | 'auditLog' | 'history'
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

/** Sections that are imported in requests of many rows. */
export type BatchedSection = 'users' | 'licenses';

export function isBatched(section: Section): section is BatchedSection {
  return section === 'users' || section === 'licenses';
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

/** Returns the existing rows by name. */
export async function existingRows(
  { askAny }: CliCall,
  section: Section,
): Promise<ReadonlyMap<string, Row>> {
  const { type, list } = sections[section];
  const found = new Map<string, Row>();
  for await (const rows of pagesOf(askAny, type, list))
    for (const row of rows) found.set(nameOfRow(section, row), row);
  return found;
}
