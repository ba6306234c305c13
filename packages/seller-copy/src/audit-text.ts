// Rows of the audit log as sentences. A sentence has placeholders: `{user}` is a parameter of the
// operation, `{expiry:days}` the same as a duration, `{until:date}` as a date, `{by}` who did it, and `{*}` all that was
// recorded. `[reason:: {reason}]` is left out without a reason, and with a flag that is 0; after a
// `|` stands what replaces it.
import type { sellerApi } from '@latchkey/protocol/seller-api.ts';

type Api = typeof sellerApi;
/** Operations of the seller API that the audit log records with their parameters. */
export type AuditOperation = {
  [Type in keyof Api]: Api[Type]['changes'] extends null ? never : Type;
}[keyof Api];
/** What people did to their own sign-in, and what the command line on the data folder changed. */
type OtherOperation =
  | 'signin'
  | 'acceptinvitation'
  | 'changepassword'
  | 'secondfactor'
  | 'endsession'
  | 'createapplication'
  | 'addowner'
  | 'resetaccount'
  | 'deleteowner'
  | 'newkey'
  | 'addkey'
  | 'endkey';
export type AuditSentences = Readonly<Record<AuditOperation | OtherOperation, string>>;

export interface AuditWords {
  /** Stands for `{by}` if the application's own key was used. */
  readonly ownKey: string;
  /** Stands for `{by}` if the command line changed the data folder. */
  readonly commandLine: string;
  /** Stands for the parameter `user=all`. */
  readonly allUsers: string;
  /** For an operation that changes nothing. `{type}` is its name. */
  readonly read: string;
  readonly refused: string;
  /** Follows the sentence of a dry run. */
  readonly dryRun: string;
  /** Follow the sentence of a bulk change that was stopped after `{rows}`. */
  readonly cancelled: string;
  readonly notAllowed: string;
  /** For an operation that only a newer service knows. */
  readonly other: string;
}

export interface AuditRow {
  readonly type: string;
  readonly detail: string;
  /** Who did it. Empty for the application's own key. */
  readonly by: string;
}

/** Part of a sentence. Values can contain any text, so the caller must isolate them. */
export interface AuditPart {
  readonly text: string;
  readonly isValue: boolean;
}

interface AuditLanguage {
  readonly auditSentences: AuditSentences;
  readonly auditWords: AuditWords;
}

const refusal = /^refused: /;
const dryRun = /^dryrun=1 ?/;
/** Written by the service when a bulk change stops before its end. */
const stopped = / ?cancelled(, no longer allowed)? after (\d+) rows$/;
const localCommand = / ?by the local command line/;

/** Returns the parts of a sentence. `duration` writes seconds as a duration. */
export function auditSentence(
  { auditSentences, auditWords }: AuditLanguage,
  { type, detail, by }: AuditRow,
  duration: (seconds: string) => string,
): readonly AuditPart[] {
  const isDryRun = dryRun.test(detail);
  const isLocal = by === '' && localCommand.test(detail);
  const recorded = detail
    .replace(refusal, '')
    .replace(dryRun, '')
    .replace(stopped, '')
    .replace(isLocal ? localCommand : '', '');
  const facts = new Map([
    ...factsOf(recorded),
    ['by', by || (isLocal ? auditWords.commandLine : auditWords.ownKey)],
    ['type', type],
    ['*', recorded],
  ]);
  if (facts.get('user') === 'all') facts.set('user', auditWords.allUsers);
  const parts = partsOf(template(), facts, duration);
  const ending = isDryRun ? auditWords.dryRun : stopText();
  return ending === '' ? parts : [...parts, { text: ending, isValue: false }];

  function stopText(): string {
    const [text, notAllowed, rows = ''] = stopped.exec(detail) ?? [];
    if (text === undefined) return '';
    const words = notAllowed === undefined ? auditWords.cancelled : auditWords.notAllowed;
    return words.replace('{rows}', rows);
  }

  function template(): string {
    if (refusal.test(detail)) return auditWords.refused;
    if (Object.hasOwn(auditSentences, type)) return auditSentences[type as keyof AuditSentences]; // hasOwn has checked it
    return detail === '' ? auditWords.read : auditWords.other;
  }
}

/** The service quotes values that contain what looks like a further parameter. */
const fact = /(?:^| )([A-Za-z0-9]+)=(?:("(?:[^"\\]|\\.)*")(?= |$)|(.*?)(?= [A-Za-z0-9]+=|$))/gs;

/** A later value of the same name is a part of another value, in rows of earlier versions. */
function factsOf(detail: string): readonly (readonly [string, string])[] {
  return [...detail.matchAll(fact)]
    .map(
      ([, name = '', quoted, plain = '']) =>
        [name, quoted?.slice(1, -1).replaceAll(/\\(.)/gs, '$1') ?? plain] as const,
    )
    .toReversed();
}

function partsOf(
  template: string,
  facts: ReadonlyMap<string, string>,
  duration: (seconds: string) => string,
): readonly AuditPart[] {
  const chosen = template.replaceAll(
    /\[(\w+):([^\]|]*)(?:\|([^\]]*))?\]/g,
    (_, name: string, text: string, otherwise: string | undefined = '') =>
      ['', '0', undefined].includes(facts.get(name)) ? otherwise : text,
  );
  return chosen.split(/(\{[^}]*\})/).flatMap((text): readonly AuditPart[] => {
    if (!text.startsWith('{')) return text === '' ? [] : [{ text, isValue: false }];
    const [name = '', unit] = text.slice(1, -1).split(':');
    const value = facts.get(name) ?? '…';
    return [{ text: unit === undefined ? value : inUnit(value, unit, duration), isValue: true }];
  });
}

function inUnit(value: string, unit: string, duration: (seconds: string) => string): string {
  if (unit === 'date') return dateOf(value);
  const seconds = Number(value) * (unit === 'days' ? 86_400 : 1);
  return Number.isFinite(seconds) ? duration(String(seconds)) : value;
}

/** Unix seconds as a date in UTC, such as 2026-12-04. */
function dateOf(seconds: string): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? seconds : date.toISOString().slice(0, 10);
}
