// A request that an HTTP stack resends takes effect once and gets the same answer
// (docs/protocol.md#idempotent-requests).
import { expect, test } from 'vitest';
import { clientSpec, type ClientSpec } from '@latchkey/protocol/client-spec.ts';
import { figuresOf } from './support/figures.ts';
import { databaseKind } from './support/postgresql.ts';
import { freshChallenge, type Answer } from './support/service-client.ts';
import { repeatCases } from './support/repeat-cases.ts';
import { openWorld, type World } from './support/repeat-world.ts';

/** Returns everything in an answer except the nonce of a success, which is always new. */
function said({ body, status }: Answer): unknown {
  const { nonce: _nonce, ...rest } = body;
  return { ...rest, status };
}

async function everything({ wire, sent }: World): Promise<unknown> {
  await wire.service.deliveriesSettled();
  return { figures: await figuresOf(wire.service.database), sent: sent() };
}

test('the cases cover every idempotent operation', () => {
  const once = Object.entries<ClientSpec>(clientSpec).filter(([, spec]) => spec.once === true);
  const covered = new Set(repeatCases.map(({ what }) => what.split(' ')[0]));
  const named = once.map(([type]) => type);
  expect(named.filter((type) => !covered.has(type) && type !== 'upgrade')).toEqual([]);
  expect(named).toHaveLength(21);
});

test.each(repeatCases)(
  '$what: has one effect and the same answer each time',
  async ({ reason, prepare }) => {
    const alone = await openWorld({ interleave: databaseKind === 'sqlite' });
    const given = { ...(await prepare(alone)), challenge: freshChallenge() };
    const first = await alone.wire.send(given);
    expect(first.body['reason'] ?? null).toBe(reason);
    const done = await everything(alone);
    for (const wire of [alone.wire, alone.other, alone.wire]) {
      const again = await wire.send(given);
      expect(said(again)).toEqual(said(first));
      if (reason === null) expect(again.body['nonce']).not.toBe(first.body['nonce']);
      expect(await everything(alone)).toEqual(done);
    }
    const world = await openWorld({ interleave: databaseKind === 'sqlite' });
    const same = { ...(await prepare(world)), challenge: freshChallenge() };
    const wires = databaseKind === 'sqlite' ? [world.wire] : [world.wire, world.other];
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => wires.map(({ send }) => send(same))).flat(),
    );
    for (const answer of answers) {
      expect(answer.body['reason'] ?? null).toBe(reason);
      expect(said(answer)).toEqual(answers[0] && said(answers[0]));
    }
    expect(await everything(world)).toEqual(done);
  },
);
