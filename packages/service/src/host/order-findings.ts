// Finds applications whose shops can create license keys again at each retry, for
// `latchkey doctor` (docs/selling.md#bodies-without-an-order-number).
import type { Database } from '../database/schema.ts';
import type { Finding } from './inspection.ts';

/** Maximum number of applications that the warning lists. */
const maxListed = 10;

export async function orderFinding(db: Database): Promise<Finding> {
  const what = 'Bodies of shops without an order number';
  const rows = await db
    .selectFrom('applications')
    .select('name')
    .where('unknownOrders', '=', 'make')
    .orderBy('name')
    .orderBy('ownerid')
    .limit(maxListed + 1)
    .execute();
  if (rows.length === 0) return { isOk: true, what: `${what} create no license keys`, advice: '' };
  const names = rows.slice(0, maxListed).map(({ name }) => `"${name}"`);
  const more = rows.length > maxListed ? ' and others' : '';
  return {
    isOk: true,
    isWarning: true,
    what,
    advice: `They create license keys at each retry, also for a refund, in ${names.join(', ')}${more}. If all sales have an order number, run: latchkey settings set unknownorders=refuse`,
  };
}
