// Finds the computer and the address that `why` assumes: those of the request, or else those of the
// user's newest attempt.
import type { SellerCall } from '../../api/seller-call.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { isBlacklisted } from '../access-lists/blacklist.ts';
import { boundDevices } from '../devices/devices.ts';
import { computerIdOf } from '../devices/removals.ts';
import type { ReadRow } from './history-rows.ts';

export interface Assumption {
  /** The address; null if none is known. */
  readonly ip: string | null;
  /** False if nothing is known about the computer, which is then not an obstacle. */
  readonly isKnown: boolean;
  /** The device id. For a computer that is not bound, it can be the id in the history. */
  readonly hwid: string | undefined;
  /** What the program calls the computer; undefined if it sends no name. */
  readonly computer: string | undefined;
  /** The id of the computer in the history; null if the device id is not known. */
  readonly device: string | null;
  /** The id of the user if `hwid` is the id in the history, or null. */
  readonly standsInFor: string | null;
}

type Asked = { readonly hwid: string | undefined; readonly ip: string | undefined };
type WhyUser = Pick<UserRow, 'id' | 'lastIp'>;

export async function assumptionOf(
  call: SellerCall,
  user: WhyUser | undefined,
  newest: ReadRow | undefined,
  asked: Asked,
): Promise<Assumption> {
  const ip = asked.ip ?? newest?.ip ?? user?.lastIp ?? null;
  const none = { ip, computer: undefined, device: null, standsInFor: null };
  if (asked.hwid !== undefined) {
    const device = user === undefined ? null : computerIdOf(call.secret, user.id, asked.hwid);
    // Without an attempt, a current program is assumed, which sends a name.
    const computer = newest === undefined ? '' : sentName(newest);
    return { ...none, isKnown: true, hwid: asked.hwid, computer, device };
  }
  if (user === undefined || newest === undefined)
    return { ...none, isKnown: false, hwid: undefined };
  const { device } = newest;
  const isKnown = true;
  if (device === '') return { ...none, isKnown, hwid: undefined };
  const bound = await boundDevices(call.db, user.id);
  const hwid = bound.find((one) => computerIdOf(call.secret, user.id, one.hwid) === device)?.hwid;
  const described = { ...none, isKnown, device, computer: sentName(newest) };
  return hwid === undefined
    ? { ...described, hwid: device, standsInFor: user.id }
    : { ...described, hwid };
}

/** Returns undefined for an older program, which sends no name of the computer. */
function sentName({ computer }: ReadRow): string | undefined {
  return computer === '' ? undefined : computer;
}

/** Maximum entries of the blacklist that are compared with a computer of the history. */
const maxCompared = 5000;

export async function isDeviceBlacklisted(
  { db, application, secret }: SellerCall,
  { hwid, standsInFor }: Assumption,
): Promise<boolean> {
  if (standsInFor === null) return isBlacklisted(db, application, { ip: '', hwid });
  // The history has no device ids, so the ids of all listed computers are compared.
  const listed = await db
    .selectFrom('blacklist')
    .select('data')
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'hwid')
    .limit(maxCompared)
    .execute();
  return listed.some(({ data }) => computerIdOf(secret, standsInFor, data) === hwid);
}
