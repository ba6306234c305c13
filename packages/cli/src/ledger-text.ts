// Reads the grant ledger of a user, and formats grants as lines.
import { english } from '@latchkey/seller-copy/en/english.ts';
import { grantText as grantSentence } from '@latchkey/seller-copy/grant-text.ts';
import { listIn, rowsOf, textOf, formatTime } from './answers.ts';
import type { RowIn, RowOf } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { formats } from './formats.ts';
import { ServiceRefusal } from './problem.ts';

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

export function grantText(grant: Grant): string {
  return `${formatTime(grant, 'at')}  ${grantSentence(english, grant, formats)}`;
}
