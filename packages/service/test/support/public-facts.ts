// Tests a table of requests by public clients and their required answers, in every request format.
import { describe, expect, test } from 'vitest';
import { sendRaw, openTestClient, formats, type Fact } from './public-client.ts';
import type { TestService } from './service.ts';

export function testFacts(facts: readonly Fact[], service: () => TestService): void {
  describe.each(formats)('%s', (format) => {
    const sent = facts.filter(
      (fact) => fact.formats === undefined || fact.formats.includes(format),
    );
    test.each(sent.map((fact) => [fact.who, fact.fact, fact] as const))(
      '%s: %s',
      async (_who, _what, fact) => {
        const client = await openTestClient(service());
        const { undo = {} } = fact;
        try {
          const raw = await fact.sends(client);
          const answer = await sendRaw(service(), fact.api, format, raw);
          expect(answer.body).toMatchObject(
            typeof fact.gets === 'function' ? fact.gets(client) : fact.gets,
          );
          const failureStatus = fact.api === 'seller' || format === 'GET' ? 400 : 200;
          expect(answer.status).toBe(answer.body['success'] === true ? 200 : failureStatus);
          await fact.then?.(client, answer);
        } finally {
          if (Object.keys(undo).length > 0) await client.ask('updatesettings', undo);
        }
      },
    );
  });
}
