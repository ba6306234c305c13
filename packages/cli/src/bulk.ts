// Asks for confirmation of bulk changes, with the number of rows. Scripts confirm with `--yes`.
import { bulkTypes, type BulkType } from '@latchkey/protocol/seller/bulk.ts';
import { sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import { numberOf } from './answers.ts';
import type { CliCall, Output } from './command.ts';
import { confirm } from './confirm.ts';
import { ServiceRefusal } from './problem.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

/** Completes "This ..."; the number of rows follows. */
const words: Readonly<Record<BulkType, string>> = {
  addtime: 'gives more time to unused license keys',
  delunused: 'removes unused license keys',
  delused: 'removes used license keys',
  delalllicenses: 'removes license keys, used and unused',
  delexpusers: 'removes users whose subscriptions have ended',
  delallusers: 'removes users with everything that is theirs',
  resetalluser: 'forgets the computers of users',
  extend: 'is for all users',
  setvar: 'is for all users',
  massUserVarDelete: 'removes variables of users',
  delappsub: 'takes the subscription from users',
  pausesub: 'pauses the subscription of users',
  unpausesub: 'resumes the subscription of users',
  delallvars: 'removes variables',
  delallfiles: 'removes files',
  delallwebhooks: 'removes webhooks',
  delallbuttons: 'removes buttons',
  killall: 'ends sessions',
  delchannel: 'removes the channel with messages',
  clearchannel: 'removes messages',
  delblacks: 'removes entries of the blacklist',
  delallwhites: 'removes entries of the whitelist',
  dellogs: 'removes lines of the log',
  delauditlog: 'removes rows of the audit log',
};

function bulkOf(type: string, { user }: Parameters): BulkType | null {
  const known = sellerTypeOf(type);
  const bulk = bulkTypes.find((one) => one === known);
  if (bulk === undefined) return null;
  return (bulk === 'extend' || bulk === 'setvar') && user !== 'all' ? null : bulk;
}

/** null if the command may proceed; otherwise its output. */
export async function confirmBulk(
  call: CliCall,
  type: string,
  parameters: Parameters = {},
): Promise<Output | null> {
  const bulk = bulkOf(type, parameters);
  if (bulk === null || call.given.isOn('yes')) return null;
  const count = await countOf(call, bulk, parameters);
  if (count === 0) return null;
  call.say(`This ${words[bulk]}${count === null ? '; how many is not known.' : `: ${count}.`}`);
  if (await confirm(call, 'Go on?')) return null;
  return { document: { success: false, message: 'Nothing was done.', count }, hasFailed: true };
}

async function countOf(
  { ask }: CliCall,
  operation: BulkType,
  { name, sub, var: variable, subscription }: Parameters,
): Promise<number | null> {
  try {
    const named =
      operation === 'extend' || operation === 'setvar'
        ? undefined
        : (name ?? subscription ?? variable ?? sub);
    return numberOf(await ask('countrows', { operation, name: named }), 'count');
  } catch (error) {
    if (error instanceof ServiceRefusal) return null;
    throw error;
  }
}
