// Exports what the service stores about the signed-in user.
import type { SignedInCall } from '../../api/call.ts';
import { maskAddress } from '../history/history-rows.ts';
import { exportOwn } from '../history/person-data.ts';

/**
 * SECURITY: without what may be about other people. The buyer of a key can have given it away, a note
 * is the seller's, and a refused sign-in can be of anyone.
 */
export async function exportMe(call: SignedInCall) {
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
