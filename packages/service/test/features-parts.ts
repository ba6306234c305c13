// A service with two subscriptions, and a user of one of them, for tests of features.
import type { FeatureValue } from '@latchkey/protocol/features.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

export const begin = 1_800_000_000;
export const day = 86_400;

export async function openFeatures() {
  const clock = { seconds: begin };
  const wire = await openWire({ now: () => clock.seconds * 1000 });
  const ask = sellerOf(wire.service);
  await ask('addsub', { name: 'Max', level: '10' });
  await ask('adduser', { user: 'Anna', pass: 'x', sub: 'Pro', expiry: '30' });
  const signIn = async () => {
    const sessionid = await wire.init();
    const user = { username: 'Anna', pass: 'x', hwid };
    const { body } = await wire.send({ type: 'login', sessionid, ...user });
    return { sessionid, info: infoOf(body) };
  };
  const check = async (sessionid: string) =>
    infoOf((await wire.send({ type: 'check', sessionid })).body);
  const codeOf = async (type: string, fields: Readonly<Record<string, string>>) =>
    (await ask(type, fields)).body['code'];
  return { service: wire.service, clock, ask, signIn, check, codeOf };
}

interface Info {
  readonly features?: Readonly<Record<string, FeatureValue>>;
  readonly extras?: readonly unknown[];
  readonly subscriptions: readonly { readonly subscription: string; readonly included?: unknown }[];
}
const infoOf = (body: Readonly<Record<string, unknown>>) => body['info'] as Info; // as its schema
