// Reads the grant ledger of a user, and formats grants and changes of time as text.
import { formatDays, isTrue, listIn, numberOf, rowsOf, textOf, formatTime } from './answers.ts';
import type { AnswerTo, FieldOf, RowIn, RowOf } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { ServiceRefusal } from './problem.ts';
import type { Answer } from './seller-client.ts';

type UserSubscription = RowOf<'usergrants', 'subs'>;
type Grant = RowIn<UserSubscription, 'grants'> | RowOf<'keygrants', 'grants'>;

/** Returns null if the service refuses the request, as a service without a ledger does. */
export async function ledgerOf(
  { ask }: CliCall,
  user: string,
): Promise<readonly UserSubscription[] | null> {
  try {
    return rowsOf(await ask('usergrants', { user }), 'subs');
  } catch (error) {
    if (error instanceof ServiceRefusal) return null;
    throw error;
  }
}

export function ledgerLines(ledger: readonly UserSubscription[]): readonly string[] {
  return ledger.flatMap((sub) => {
    const lines = listIn(sub, 'grants', 'source').map((grant) => `  ${grantText(grant)}`);
    return lines.length === 0 ? [] : [`${textOf(sub, 'subscription')} comes from:`, ...lines];
  });
}

const sources: Readonly<Record<string, string>> = {
  seller: 'added manually',
  import: 'imported',
  unknown: 'unknown source',
};
const revocationCauses: Readonly<Record<string, string>> = {
  ban: 'by the ban of the key',
  refund: 'by a refund',
  delete: 'because the key was deleted',
  seller: 'manually',
};

export function grantText(grant: Grant): string {
  const seconds = numberOf(grant, 'given') ?? 0;
  const at = formatTime(grant, 'at');
  if (seconds < 0) return `${at}  removed manually: ${formatDays({ given: -seconds }, 'given')}`;
  const source = textOf(grant, 'source');
  const from = source === 'key' ? `key ${textOf(grant, 'key')}` : (sources[source] ?? source);
  const actor = textOf(grant, 'actor');
  const origin = actor === '' ? from : `${from} (${actor})`;
  return `${at}  ${origin}: ${formatDays(grant, 'given')}, ${remainingText(grant, seconds)}`;
}

function remainingText(grant: Grant, seconds: number): string {
  const left = numberOf(grant, 'left') ?? 0;
  if (textOf(grant, 'revoked') !== '') {
    const cause = revocationCauses[textOf(grant, 'revokedby')] ?? '';
    return `${formatDays(grant, 'left')} of it revoked ${formatTime(grant, 'revoked')} ${cause}`.trim();
  }
  if (left === 0) return 'used up';
  return left === seconds ? 'all of it left' : `${formatDays(grant, 'left')} left`;
}

type TimeChange = RowOf<'refund', 'takenBack'>;
type Amount = Pick<RowOf<'keygrants', 'grants'>, 'subscription' | 'left'> | TimeChange;

/** Returns a list such as "12.5 d of Pro, 3 d of Extra". */
export function amountsText(rows: readonly Amount[], seconds: FieldOf<Amount>): string {
  return rows
    .map((row) => `${formatDays(row, seconds)} of ${textOf(row, 'subscription')}`)
    .join(', ');
}

/** Returns sentences about the time that an operation revoked or restored, or an empty text. */
export function timeChangesText(answer: Answer): string {
  const sentencesOf = (rows: readonly TimeChange[], verb: string) => {
    const users = [...new Set(rows.map((row) => textOf(row, 'user')))];
    return users.map((user) => {
      const userRows = rows.filter((row) => textOf(row, 'user') === user);
      return `${amountsText(userRows, 'seconds')} ${verb} ${user}.`;
    });
  };
  const lists = answer as AnswerTo<'refund' | 'unban'>; // other answers lack these lists
  const would = isTrue(lists, 'dryrun') ? 'would be ' : '';
  const revoked = sentencesOf(listIn(lists, 'takenBack', 'subscription'), `${would}revoked from`);
  const restored = sentencesOf(listIn(lists, 'givenBack', 'subscription'), `${would}restored to`);
  return [...revoked, ...restored].join(' ');
}
