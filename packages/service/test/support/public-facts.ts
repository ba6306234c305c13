// Tests a table of requests by public clients and their required answers, in every request format.
import { describe, expect, test } from 'vitest';
import { sendRaw, someone, ways, type Fact } from './public-client.ts';
import type { TestService } from './service.ts';

export function testFacts(facts: readonly Fact[], service: () => TestService): void {
  describe.each(ways)('%s', (way) => {
    const sent = facts.filter((fact) => fact.ways === undefined || fact.ways.includes(way));
    test.each(sent.map((fact) => [fact.who, fact.fact, fact] as const))(
      '%s: %s',
      async (_who, _what, fact) => {
        const on = await someone(service());
        const { undo = {} } = fact;
        try {
          const raw = await fact.sends(on);
          const answer = await sendRaw(service(), fact.api, way, raw);
          expect(answer.body).toMatchObject(
            typeof fact.gets === 'function' ? fact.gets(on) : fact.gets,
          );
          const ofFailure = fact.api === 'seller' || way === 'GET' ? 400 : 200;
          expect(answer.status).toBe(answer.body['success'] === true ? 200 : ofFailure);
          await fact.then?.(on, answer);
        } finally {
          if (Object.keys(undo).length > 0) await on.ask('updatesettings', undo);
        }
      },
    );
  });
}
