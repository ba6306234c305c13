// Validates the rows of an import: converts dates, and reports unknown and missing fields. Skips
// rows with an invalid date, which would be created without their paid time.
import { isTrue, listIn, textOf } from './answers.ts';
import type { FieldOf, Row } from './answer-types.ts';
import type { Exported, RowOfSection, Section } from './exchange-format.ts';
import { damageIn } from './import-damage.ts';
import {
  dateFormats,
  daysPattern,
  durationFormats,
  isAmbiguousDuration,
  parseDate,
  parseDuration,
} from './import-dates.ts';
import type { ImportedSection } from './import-sections.ts';

export interface Fault {
  readonly section: Section;
  readonly name: string;
  /** Begins with the line number in the CSV table, or with the number of the JSON row, from 1. */
  readonly reason: string;
}

export interface Reading {
  readonly rows: Exported;
  readonly faults: readonly Fault[];
  /** Names the line or the number of each row. */
  readonly positions: ReadonlyMap<Row, string>;
}

const knownFields: Readonly<Record<ImportedSection, readonly string[]>> = {
  subscriptions: ['name', 'level', 'computers', 'gracedays', 'trialdays', 'features'],
  variables: ['varid', 'msg', 'authed'],
  licenses: 'key,level,expires,days,status,usedby,usedon,gendate,banned,note,genby,order'.split(
    ',',
  ),
  users:
    'username,passwordHash,email,subscriptions,features,expires,hwid,hwids,cooldown,banned,twofactor'.split(
      ',',
    ),
  userVariables: ['user', 'name', 'data', 'readOnly'],
  channels: ['name', 'delay'],
  mutes: ['user', 'time'],
  blacklist: ['ip', 'hwid', 'type', 'data', 'reason'],
  whitelist: ['ip'],
  buttons: ['value', 'text'],
};
/** Shorter keys can be guessed. */
const minKeyLength = 8;
const subscriptionFields = 'subscription,level,since,expiry,days,timeleft,paused,grants,key';
/** Fields that the service generates or derives. The seller API does not accept them. */
const generatedFields: Readonly<Partial<Record<Section, readonly string[]>>> = {
  licenses: ['id', 'app'],
  users: ['id', 'app', 'owner', 'ip', 'createdate', 'lastlogin', 'token', 'state'],
};
const nameFields: { readonly [Name in Section]?: FieldOf<RowOfSection<Name>> } = {
  users: 'username',
  licenses: 'key',
  subscriptions: 'name',
};

interface ReadOptions {
  /** In unix seconds. */
  readonly now: number;
  /** Maps each row of a table to its line number; undefined for JSON. */
  readonly lines: ReadonlyMap<Row, number> | undefined;
  /** Accepts keys that can be guessed. */
  readonly allowShort: boolean;
}

export function readRows(rows: Exported, options: ReadOptions): Reading {
  const { lines } = options;
  const faults: Fault[] = [];
  const positions = new Map<Row, string>();
  const read: Partial<Record<Section, readonly Row[]>> = {};
  // Object.entries loses the types of the keys and values.
  for (const [section, list = []] of Object.entries(rows) as [Section, readonly Row[]][])
    read[section] = list.flatMap((row, index) => {
      const nameField = nameFields[section];
      const name = nameField === undefined ? '' : textOf(row, nameField);
      const positionOf = (part: Row) => {
        const line = lines?.get(part);
        return line === undefined ? `Row ${index + 1}` : `Line ${line}`;
      };
      const report: Report = (reason, part = row) =>
        faults.push({ section, name, reason: `${positionOf(part)}: ${reason}` });
      if (isImported(section))
        reportUnknown(row, [...knownFields[section], ...(generatedFields[section] ?? [])], report);
      if (nameField !== undefined && name === '') {
        report(`"${nameField}" is empty, so it was not created.`);
        return [];
      }
      const valid = normalized(section, row, options, report);
      if (valid === null) return [];
      positions.set(valid, positionOf(row));
      return [valid];
    });
  return { rows: read, faults, positions };
}

/** `part` is the row or one of its subscriptions, which may be on another line. */
type Report = (reason: string, part?: Row) => unknown;

function isImported(section: Section): section is keyof typeof knownFields {
  return Object.hasOwn(knownFields, section);
}

function reportUnknown(row: Row, fields: readonly string[], report: Report): void {
  // An empty field can be ignored without loss.
  for (const [field, value] of Object.entries(row))
    if (!fields.includes(field) && value !== null && value !== '')
      report(`"${field}" is unknown and was ignored.`);
}

function normalized(section: Section, row: Row, options: ReadOptions, report: Report): Row | null {
  const damage = options.lines === undefined ? null : damageIn(row);
  if (damage !== null) return refuse(report, damage);
  if (section === 'users') return normalizedUser(row, options, report);
  return section === 'licenses' ? normalizedLicense(row, options, report) : row;
}

function normalizedUser(row: Row, { now, lines }: ReadOptions, report: Report): Row | null {
  const subscriptions = listIn(row, 'subscriptions', 'subscription').map((sub) => {
    const reportHere = (reason: string) => report(reason, sub);
    reportUnknown(sub, subscriptionFields.split(','), reportHere);
    const damage = lines === undefined ? null : damageIn(sub);
    if (damage !== null) return refuse(reportHere, damage);
    return normalizedSubscription(sub, now, reportHere);
  });
  if (row['subscriptions'] === undefined)
    report('It has no subscription and is created without one.');
  // In exports, `expires` repeats the latest expiry of the subscriptions. Without `subscriptions`,
  // the name of the subscription is unknown.
  if (subscriptions.length === 0 && textOf(row, 'expires') !== '')
    report('"expires" needs "subscriptions" and was ignored.');
  if (!subscriptions.every((sub) => sub !== null)) return null;
  return { ...row, subscriptions, ...normalizedBan(row) };
}

function normalizedSubscription(sub: Row, now: number, report: Report): Row | null {
  const name = textOf(sub, 'subscription');
  if (name === '') return refuse(report, 'a "subscription" has no name');
  const { days, ...rest } = sub;
  const since = textOf(sub, 'since').trim();
  const isUnix = /^[0-9]{0,12}$/.test(since);
  const begin = isUnix ? since : parseDate(since, now, 'begin');
  if (begin === null) return refuse(report, `"since" of "${name}" is "${since}"; ${dateFormats}`);
  const dated = { ...rest, since: String(begin) };
  const written = textOf(sub, 'expiry').trim();
  const daysText = textOf({ days }, 'days').trim();
  // The service counts days from the import on, so that a repeated import gives the same time.
  const relative = written === '' ? daysText : (daysPattern.exec(written)?.[1] ?? '');
  if (relative !== '') {
    const seconds = parseDuration(`${relative}d`);
    if (seconds === null)
      return refuse(report, `"days" of "${name}" is "${daysText}", not a number`);
    if (seconds === 0) return refuse(report, `"days" of "${name}" is 0`);
    return { ...dated, expiry: null, timeleft: String(seconds) };
  }
  if (isTrue(sub, 'paused') && textOf(sub, 'timeleft') === '')
    return refuse(report, `"timeleft" of "${name}" is missing, and it is paused`);
  if (written === '')
    return textOf(sub, 'timeleft') === ''
      ? refuse(report, `"expiry" of "${name}" is empty; ${dateFormats}`)
      : dated;
  const expiry = parseDate(written, now, 'end');
  if (expiry === null)
    return refuse(report, `"expiry" of "${name}" is "${written}"; ${dateFormats}`);
  return { ...dated, expiry: String(expiry) };
}

function normalizedLicense(
  row: Row,
  { now, lines, allowShort }: ReadOptions,
  report: Report,
): Row | null {
  const key = textOf(row, 'key');
  if (key.length < minKeyLength && !allowShort)
    return refuse(
      report,
      `the key has only ${key.length} characters and could be guessed. If it is in use, add --allow-short`,
    );
  const { days, ...rest } = row;
  const daysText = textOf({ days }, 'days').trim();
  const written = textOf(row, 'expires').trim() || (daysText === '' ? '' : `${daysText}d`);
  if (written === '') return refuse(report, `"expires" is empty; ${durationFormats}`);
  if (lines !== undefined && isAmbiguousDuration(written))
    return refuse(
      report,
      `"expires" is "${written}", which may mean days or seconds; write ${written}d or ${written}s`,
    );
  const seconds = parseDuration(written);
  if (seconds === null) return refuse(report, `"expires" is "${written}"; ${durationFormats}`);
  if (seconds === 0) return refuse(report, 'it gives 0 days');
  const dates: Record<string, string> = {};
  for (const field of ['usedon', 'gendate']) {
    const text = textOf(row, field).trim();
    if (text === '') continue;
    const at = parseDate(text, now, 'begin');
    if (at === null) return refuse(report, `"${field}" is "${text}"; ${dateFormats}`);
    dates[field] = String(at);
  }
  const isBanned = normalizedBan(row)['banned'] === '';
  const ban = isBanned ? { status: 'Banned', banned: null } : normalizedBan(row);
  return { ...rest, ...dates, ...ban, expires: String(seconds) };
}

/** Our exports store the reason of a ban in `banned`. Other exports store a boolean. */
function normalizedBan(row: Row): Row {
  const text = textOf(row, 'banned').trim().toLowerCase();
  if (['0', 'false', 'no'].includes(text)) return { banned: null };
  return ['1', 'true', 'yes'].includes(text) ? { banned: '' } : {};
}

function refuse(report: Report, reason: string): null {
  report(`${reason}. It was not created.`);
  return null;
}
