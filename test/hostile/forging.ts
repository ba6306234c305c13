// Changes honest answers on the network, and forges the success that an attacker wants the loader
// to believe.
import { signatureHeader, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { type Answer, headerOf, withBody, withHeaders } from './answers.ts';
import type { HostileCase, World } from './cases.ts';
import type { Caught } from './relay.ts';

type Deed = NonNullable<HostileCase['deed']>;
type Change = (answer: Answer, world: World, caught: Caught) => Answer | Promise<Answer>;

/** Changes the honest answer and sends it. */
const changed =
  (change: Change): Deed =>
  async (caught, world) =>
    caught.send(await change(await caught.honest(), world, caught));

/** Sends another answer without asking the service. */
export const instead =
  (answer: (world: World, caught: Caught) => Answer): Deed =>
  (caught, world) =>
    caught.send(answer(world, caught));

/** A case at sign-in, unless `more` changes it, whose answer is refused as not the service's. */
export const forged = (
  name: string,
  change: Change,
  more: Partial<HostileCase> = {},
): HostileCase => ({
  name,
  at: 'sign-in',
  deed: changed(change),
  failure: 'bad-signature',
  ...more,
});

export const signature = (change: (value: string) => string | null): Change => {
  return (answer) =>
    withHeaders(answer, { [signatureHeader]: change(headerOf(answer, signatureHeader)) });
};

export const timestamp = (change: (value: string) => string | null): Change => {
  return (answer) =>
    withHeaders(answer, { [timestampHeader]: change(headerOf(answer, timestampHeader)) });
};

export const body =
  (change: (text: string) => string | Uint8Array): Change =>
  (answer) =>
    withBody(answer, change);

/**
 * The order of Ed25519's group (RFC 8032). Added to the little-endian second half of a signature,
 * it changes only the bytes, not what they mean.
 */
const groupOrder = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

export function otherFormOf(hex: string): string {
  const second = Buffer.from(hex.slice(64), 'hex').reverse().toString('hex');
  const sum = (BigInt(`0x${second}`) + groupOrder).toString(16).padStart(64, '0');
  return hex.slice(0, 64) + Buffer.from(sum, 'hex').reverse().toString('hex');
}

const granted = { success: true, code: 68, message: 'Logged in!' };

/** Returns the success that the service would send for this request. */
export const forgedSuccess = ({ params }: Caught, world: World): object => ({
  ...granted,
  info: {
    username: params['username'],
    subscriptions: [{ subscription: 'Pro', key: null, expiry: '4102444800', level: '9' }],
  },
  nonce: '00000000-0000-4000-8000-000000000000',
  ownerid: world.service.app.ownerid,
  challenge: params['challenge'],
  type: params['type'],
  name: params['name'],
});
