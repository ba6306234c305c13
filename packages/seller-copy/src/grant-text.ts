// Texts about the grant ledger: where the time of a user comes from, and what is left of it.
import { fieldsOf, listIn, textIn, type Fields } from './fields.ts';
import type { Formats } from './formats.ts';
import type { Language } from './language.ts';

/** Returns the origin of a grant, and what is left of it. Its time is not included. */
export function grantText({ grants }: Language, grant: object, formats: Formats): string {
  const fields = fieldsOf(grant);
  const seconds = secondsIn(fields, 'given');
  if (seconds < 0) return grants.removed(formats.duration(String(-seconds)));
  const source = textIn(fields, 'source');
  const origin =
    source === 'key' ? grants.key(textIn(fields, 'key')) : wordOf(grants.sources, source, source);
  const actor = textIn(fields, 'actor');
  const left = leftText(grants, fields, seconds, formats);
  return `${origin}${actor === '' ? '' : ` (${actor})`}: ${formats.duration(textIn(fields, 'given'))}, ${left}`;
}

function leftText(
  grants: Language['grants'],
  fields: Fields,
  given: number,
  { time, duration }: Formats,
): string {
  const left = secondsIn(fields, 'left');
  const leftWords = duration(textIn(fields, 'left'));
  const revoked = textIn(fields, 'revoked');
  if (revoked !== '') {
    const cause = wordOf(grants.causes, textIn(fields, 'revokedby'), '');
    return grants.revoked(leftWords, time(revoked), cause).trim();
  }
  if (left === 0) return grants.usedUp;
  return left === given ? grants.allLeft : grants.left(leftWords);
}

/** Returns a list such as "12.5 d of Pro, 3 d of Extra". `seconds` is the field with the time. */
export function amountsText(
  { grants }: Language,
  rows: readonly object[],
  seconds: 'left' | 'seconds',
  { duration }: Formats,
): string {
  return rows
    .map(fieldsOf)
    .map((row) => grants.amount(duration(textIn(row, seconds)), textIn(row, 'subscription')))
    .join(', ');
}

/**
 * Returns sentences about the time that an operation revoked or restored, for each user; after a dry
 * run, about the time that it would revoke or restore.
 */
export function timeChangesText(language: Language, answer: object, formats: Formats): string {
  const fields = fieldsOf(answer);
  const { grants } = language;
  const { revokedFrom, restoredTo } = fields['dryrun'] === true ? grants.dryRun : grants;
  return [
    ...changesOf(language, listIn(fields, 'takenBack'), revokedFrom, formats),
    ...changesOf(language, listIn(fields, 'givenBack'), restoredTo, formats),
  ].join(' ');
}

function changesOf(
  language: Language,
  rows: readonly Fields[],
  sentence: (amounts: string, user: string) => string,
  formats: Formats,
): readonly string[] {
  const users = new Set(rows.map((row) => textIn(row, 'user')));
  return [...users].map((user) => {
    const ofUser = rows.filter((row) => textIn(row, 'user') === user);
    return sentence(amountsText(language, ofUser, 'seconds', formats), user);
  });
}

function secondsIn(fields: Fields, name: string): number {
  const text = textIn(fields, name).trim();
  const seconds = text === '' ? 0 : Number(text);
  return Number.isFinite(seconds) ? seconds : 0;
}

function wordOf(words: Readonly<Record<string, string>>, name: string, missing: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? missing) : missing;
}
