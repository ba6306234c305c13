// Reads the grant ledger of a user, and formats grants and changes of time as text.
import { daysOf, listIn, numberOf, rowsOf, textOf, timeOf } from './answers.ts';
import type { AnswerTo, FieldOf, RowIn, RowOf } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { ServiceRefusal } from './problem.ts';
import type { Answer } from './seller-client.ts';

type Owned = RowOf<'usergrants', 'subs'>;
type Grant = RowIn<Owned, 'grants'> | RowOf<'keygrants', 'grants'>;

/** Returns null if the service refuses, because services without a ledger do. */
export async function ledgerOf({ ask }: CliCall, user: string): Promise<readonly Owned[] | null> {
  try {
    return rowsOf(await ask('usergrants', { user }), 'subs');
  } catch (error) {
    if (error instanceof ServiceRefusal) return null;
    throw error;
  }
}

export function ledgerLines(ledger: readonly Owned[]): readonly string[] {
  return ledger.flatMap((sub) => {
    const lines = listIn(sub, 'grants', 'source').map((grant) => `  ${grantWords(grant)}`);
    return lines.length === 0 ? [] : [`${textOf(sub, 'subscription')} comes from:`, ...lines];
  });
}

const sources: Readonly<Record<string, string>> = {
  seller: 'added manually',
  import: 'imported',
  unknown: 'unknown source',
};
const ways: Readonly<Record<string, string>> = {
  ban: 'by the ban of the key',
  refund: 'by a refund',
  delete: 'because the key was deleted',
  seller: 'manually',
};

export function grantWords(grant: Grant): string {
  const given = numberOf(grant, 'given') ?? 0;
  const at = timeOf(grant, 'at');
  if (given < 0) return `${at}  removed manually: ${daysOf({ given: -given }, 'given')}`;
  const source = textOf(grant, 'source');
  const from = source === 'key' ? `key ${textOf(grant, 'key')}` : (sources[source] ?? source);
  const actor = textOf(grant, 'actor');
  const who = actor === '' ? from : `${from} (${actor})`;
  return `${at}  ${who}: ${daysOf(grant, 'given')}, ${leftWords(grant, given)}`;
}

function leftWords(grant: Grant, given: number): string {
  const left = numberOf(grant, 'left') ?? 0;
  if (textOf(grant, 'revoked') !== '') {
    const way = ways[textOf(grant, 'revokedby')] ?? '';
    return `${daysOf(grant, 'left')} of it revoked ${timeOf(grant, 'revoked')} ${way}`.trim();
  }
  if (left === 0) return 'used up';
  return left === given ? 'all of it left' : `${daysOf(grant, 'left')} left`;
}

type Moved = RowOf<'refund', 'takenBack'>;
type Amount = Pick<RowOf<'keygrants', 'grants'>, 'subscription' | 'left'> | Moved;

/** Returns a list such as "12.5 d of Pro, 3 d of Extra". */
export function amountsOf(rows: readonly Amount[], seconds: FieldOf<Amount>): string {
  return rows.map((row) => `${daysOf(row, seconds)} of ${textOf(row, 'subscription')}`).join(', ');
}

/** Returns sentences about the time that an operation revoked or restored, or an empty text. */
export function movedWords(answer: Answer): string {
  const sentence = (rows: readonly Moved[], verb: string) => {
    const users = [...new Set(rows.map((row) => textOf(row, 'user')))];
    return users.map((user) => {
      const theirs = rows.filter((row) => textOf(row, 'user') === user);
      return `${amountsOf(theirs, 'seconds')} ${verb} ${user}.`;
    });
  };
  const lists = answer as AnswerTo<'refund' | 'unban'>; // other answers lack these lists
  const taken = sentence(listIn(lists, 'takenBack', 'subscription'), 'revoked from');
  const given = sentence(listIn(lists, 'givenBack', 'subscription'), 'restored to');
  return [...taken, ...given].join(' ');
}
