// Asks for confirmation before a bulk change, and shows the number of rows. `--yes` skips both.
import { bulkTypes, type BulkType } from '@latchkey/protocol/seller/bulk.ts';
import { sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import { english } from '@latchkey/seller-copy/en/english.ts';
import { numberOf } from './answers.ts';
import type { CliCall, Output } from './command.ts';
import { confirm } from './confirm.ts';
import { ServiceRefusal } from './problem.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

function bulkTypeOf(type: string, { user }: Parameters): BulkType | null {
  const known = sellerTypeOf(type);
  const bulk = bulkTypes.find((bulkType) => bulkType === known);
  if (bulk === undefined) return null;
  return (bulk === 'extend' || bulk === 'setvar') && user !== 'all' ? null : bulk;
}

/** Returns null if the command may proceed. Otherwise returns the output that ends the command. */
export async function confirmBulk(
  call: CliCall,
  type: string,
  parameters: Parameters = {},
): Promise<Output | null> {
  const bulk = bulkTypeOf(type, parameters);
  if (bulk === null || call.args.isOn('yes')) return null;
  const count = await countOf(call, bulk, parameters);
  if (count === 0) return null;
  call.say(english.bulk(bulk, count === null ? null : String(count)));
  if (await confirm(call, 'Continue?')) return null;
  return { document: { success: false, message: 'Nothing was done.', count }, hasFailed: true };
}

async function countOf(
  { ask }: CliCall,
  operation: BulkType,
  { name, sub, var: variable, subscription, activeOnly }: Parameters,
): Promise<number | null> {
  try {
    const isForAll =
      operation === 'setvar' ||
      (operation === 'extend' && !/^(1|true|yes)$/i.test(activeOnly ?? ''));
    const named = isForAll ? undefined : (name ?? subscription ?? variable ?? sub);
    return numberOf(await ask('countrows', { operation, name: named }), 'count');
  } catch (error) {
    if (error instanceof ServiceRefusal) return null;
    throw error;
  }
}
