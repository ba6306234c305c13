// Exports what the service stores about the signed-in user.
import type { SignedInCall } from '../../api/call.ts';
import { transact } from '../../database/transact.ts';
import { scopeOf } from '../../secrets/throttles.ts';
import { refuseWhenSpent, reserveWithin } from '../../secrets/wrong-secrets.ts';
import { maskAddress } from '../history/history-rows.ts';
import { exportOwn } from '../history/person-data.ts';

/** The connection for long reads has one export at a time, for all customers and sellers. */
const maxExports = 5;
const hourSeconds = 3600;

export async function exportMe(call: SignedInCall) {
  const scope = scopeOf('exports', call.user.id);
  const budget = { scope, maxAttempts: maxExports, seconds: hourSeconds };
  const taken = await refuseWhenSpent(() =>
    transact(call.db, (transaction) => reserveWithin(transaction, call, [budget])),
  );
  return taken.ok ? { ok: true as const, person: await ownPerson(call) } : taken;
}

/**
 * SECURITY: without what may be about other people. The buyer of a key can have given it away, a note
 * is the seller's, and a refused sign-in can be of anyone.
 */
async function ownPerson(call: SignedInCall) {
  const person = await exportOwn(call, call.user.username);
  return (
    person && {
      ...person,
      licenses: person.licenses.map(({ note: _, ...license }) => license),
      orders: person.orders.map(({ buyer: _, ...order }) => order),
      history: person.history.map((row) =>
        row['outcome'] === 'ok'
          ? row
          : { ...row, ip: maskAddress(String(row['ip'])), computer: '', device: '' },
      ),
    }
  );
}
