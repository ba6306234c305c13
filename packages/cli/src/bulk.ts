// Asks for confirmation before a bulk change, and shows the number of rows. `--yes` skips both.
import { bulkTypes, type BulkType } from '@latchkey/protocol/seller/bulk.ts';
import { sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import { numberOf } from './answers.ts';
import type { CliCall, Output } from './command.ts';
import { confirm } from './confirm.ts';
import { ServiceRefusal } from './problem.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

/** Completions of "This …" in the question. The number of rows follows. */
const descriptions: Readonly<Record<BulkType, string>> = {
  addtime: 'adds time to unused license keys',
  delunused: 'deletes unused license keys',
  delused: 'deletes used license keys',
  delalllicenses: 'deletes license keys, used and unused',
  delexpusers: 'deletes users whose subscriptions have expired',
  delallusers: 'deletes users and all their data',
  resetalluser: 'removes the computers of users',
  extend: 'adds time for all users',
  setvar: 'sets a variable of all users',
  massUserVarDelete: 'deletes variables of users',
  delappsub: 'removes the subscription from users',
  pausesub: 'pauses the subscription of users',
  unpausesub: 'resumes the subscription of users',
  delallvars: 'deletes variables',
  delallfiles: 'deletes files',
  delallwebhooks: 'deletes webhooks',
  delallbuttons: 'deletes buttons',
  killall: 'ends sessions',
  delchannel: 'deletes the channel and its messages',
  clearchannel: 'deletes messages',
  delblacks: 'deletes entries of the blacklist',
  delallwhites: 'deletes entries of the whitelist',
  dellogs: 'deletes lines of the log',
  delauditlog: 'deletes rows of the audit log',
};

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
  call.say(
    `This ${descriptions[bulk]}${count === null ? '; the number is unknown.' : `: ${count}.`}`,
  );
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
