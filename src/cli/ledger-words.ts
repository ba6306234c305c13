// What gave somebody their time, in words: a line for each grant of a ledger, and a sentence for what was taken or given back.
import { daysOf, listIn, numberOf, rowsOf, textOf, timeOf, type Row } from './answers.ts';
import type { CliCall } from './command.ts';
import { ServiceRefusal } from './problem.ts';
import type { Answer } from './seller-client.ts';

/** null: the service keeps no ledger. */
export async function ledgerOf({ ask }: CliCall, user: string): Promise<readonly Row[] | null> {
  try {
    return rowsOf(await ask('usergrants', { user }), 'subs');
  } catch (error) {
    if (error instanceof ServiceRefusal) return null;
    throw error;
  }
}

/** Of `usergrants`: a heading for each subscription, and a line for each of its grants. */
export function ledgerLines(ledger: readonly Row[]): readonly string[] {
  return ledger.flatMap((sub) => {
    const lines = listIn(sub, 'grants', 'source').map((grant) => `  ${grantWords(grant)}`);
    return lines.length === 0 ? [] : [`${textOf(sub, 'subscription')} comes from:`, ...lines];
  });
}

const sources: Readonly<Record<string, string>> = {
  seller: 'given by hand',
  import: 'brought by an import',
  unknown: 'not known',
};
const ways: Readonly<Record<string, string>> = {
  ban: 'by the ban of the key',
  refund: 'by a refund',
  delete: 'with the key, which was removed',
  seller: 'by hand',
};

export function grantWords(grant: Row): string {
  const given = numberOf(grant, 'given') ?? 0;
  const at = timeOf(grant, 'at');
  if (given < 0) return `${at}  taken by hand: ${daysOf({ given: -given }, 'given')}`;
  const source = textOf(grant, 'source');
  const from = source === 'key' ? `key ${textOf(grant, 'key')}` : (sources[source] ?? source);
  const actor = textOf(grant, 'actor');
  const who = actor === '' ? from : `${from} (${actor})`;
  return `${at}  ${who}: ${daysOf(grant, 'given')}, ${leftWords(grant, given)}`;
}

function leftWords(grant: Row, given: number): string {
  const left = numberOf(grant, 'left') ?? 0;
  if (textOf(grant, 'revoked') !== '') {
    const way = ways[textOf(grant, 'revokedby')] ?? '';
    return `${daysOf(grant, 'left')} of it taken back ${timeOf(grant, 'revoked')} ${way}`.trim();
  }
  if (left === 0) return 'used up';
  return left === given ? 'all of it left' : `${daysOf(grant, 'left')} left`;
}

/** "12.5 d of Pro, 3 d of Extra" */
export function amountsOf(rows: readonly Row[], seconds: string): string {
  return rows.map((row) => `${daysOf(row, seconds)} of ${textOf(row, 'subscription')}`).join(', ');
}

/** What an answer says of time that it took or gave; empty where it says nothing. */
export function movedWords(answer: Answer): string {
  const sentence = (list: string, verb: string) => {
    const rows = listIn(answer, list, 'subscription');
    const users = [...new Set(rows.map((row) => textOf(row, 'user')))];
    return users.map((user) => {
      const theirs = rows.filter((row) => textOf(row, 'user') === user);
      return `${amountsOf(theirs, 'seconds')} ${verb} ${user}.`;
    });
  };
  const taken = sentence('takenBack', 'taken back from');
  return [...taken, ...sentence('givenBack', 'given back to')].join(' ');
}
