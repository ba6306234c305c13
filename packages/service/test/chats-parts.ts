// A service, and users who chat in it.
import { expect } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { openWire, type Wire } from './support/service-client.ts';
import type { TestServiceOptions } from './support/service.ts';

export const startAt = 1_800_000_000_000;

export async function open(options: TestServiceOptions = {}) {
  const clock = { ms: startAt };
  const wire = await openWire({ now: () => clock.ms, ...options });
  const ask = sellerOf(wire.service);
  const join = async () => {
    const user = await wire.service.addUser();
    return { ...user, ...chatOf(wire, await wire.signIn(user)) };
  };
  return { ...wire, ask, join, clock };
}

export function chatOf({ send }: Pick<Wire, 'send'>, sessionid: string) {
  return {
    say: async (channel: string, message: string) =>
      (await send({ type: 'chatsend', sessionid, channel, message }, 'POST')).body,
    read: async (channel: string) => {
      const { body } = await send({ type: 'chatget', sessionid, channel });
      expect(body).toMatchObject({
        success: true,
        message: 'Successfully retrieved chat messages',
      });
      return body['messages'] as { author: string; message: string; timestamp: number }[]; // checked against its schema
    },
  };
}
export const worked = (message: string) => ({ status: 200, success: true, message });
