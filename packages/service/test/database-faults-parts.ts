// Checks that requests are refused during a database fault and succeed afterwards.
import { sellerTexts } from '@latchkey/protocol/seller-spec.ts';
import { expect } from 'vitest';
import { readAnswer, type Wire } from './support/service-client.ts';

interface Refused {
  readonly status: number;
  /** The message to the seller, if it is part of the test. */
  readonly sellerMessage?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const fault: Refused = { status: 500, body: { code: 500, reason: 'internal' } };
export const overloaded: Refused = { status: 429, body: { code: 429, reason: 'overloaded' } };

export async function expectFault(
  wire: Wire,
  begin: () => unknown,
  end: () => unknown,
  sellerMessage: string = sellerTexts.internal,
): Promise<void> {
  return expectRefusals(wire, { ...fault, sellerMessage }, begin, end);
}

/** Both APIs refuse writes during the fault, change nothing, and succeed afterwards. */
export async function expectRefusals(
  wire: Wire,
  refused: Refused,
  begin: () => unknown,
  end: () => unknown,
): Promise<void> {
  const { service, send, init } = wire;
  const { username } = await service.addUser();
  const key = await service.addLicense({ days: 1 });
  const redeem = { type: 'upgrade', sessionid: await init(), username, key };
  const before = await countRows(wire);
  await begin();
  const [seller, redeemed, ...opened] = await Promise.all([
    deleteWebhook(wire),
    send(redeem),
    ...(['GET', 'POST', 'multipart'] as const).map((method) => send({ type: 'init' }, method)),
  ]);
  for (const { status, body } of [redeemed, ...opened]) {
    expect(status).toBe(refused.status);
    expect(body).toMatchObject({ success: false, ...refused.body });
  }
  const { status, sellerMessage } = refused;
  const body = { success: false, ...(sellerMessage !== undefined && { message: sellerMessage }) };
  expect(seller).toMatchObject({ status, body });
  await end();
  expect(await countRows(wire)).toEqual(before);
  expect((await send(redeem)).body).toMatchObject({ success: true });
  expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
}

async function deleteWebhook({ service }: Wire) {
  const parameters = { sellerkey: service.app.sellerkey, type: 'delwebhook', webid: 'none' };
  const query = new URLSearchParams(parameters).toString();
  return readAnswer(await fetch(`${service.url}/api/seller/?${query}`));
}

export async function countRows({ service: { database } }: Wire) {
  const licenses = await database.selectFrom('licenses').select('status').execute();
  const sessions = await database.selectFrom('sessions').select('idHash').execute();
  const subscriptions = await database.selectFrom('subscriptions').select('expiresAt').execute();
  return { licenses, sessions, subscriptions };
}
