// Attack: a seller key with the scope `read` or `support` looks for accounts that sign in by a
// license key. Their name or password is the key, so anyone who reads it owns the account.
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { bulkTypes } from '@latchkey/protocol/seller/bulk.ts';
import { isScopeAccepted } from '@latchkey/protocol/seller-scopes.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { fillKeyAccounts } from '../support/key-accounts.ts';
import { parametersOf } from '../support/requests-from-spec.ts';

const reading = Object.entries<SellerSpec>(sellerApi).filter(
  ([type, { changes }]) => changes === null || ['findkey', 'finduser', 'keygrants'].includes(type),
);

/**
 * Builds requests with every known value of each parameter, without the optional ones, and with
 * examples of the others.
 */
function requestsOf(
  { request }: SellerSpec,
  { users, keys, texts, orders }: Awaited<ReturnType<typeof fillKeyAccounts>>['known'],
) {
  const valuesOf: Readonly<Record<string, readonly string[]>> = {
    user: users,
    username: users,
    key: keys,
    text: texts,
    order: orders,
    // Not for the audit log, because a limit counts the requests.
    ...('by' in request.shape ? {} : { operation: bulkTypes }),
    var: ['mood'],
    name: ['Pro'],
  };
  const parameters = parametersOf(request);
  let all: Readonly<Record<string, string>>[] = [{}];
  for (const { name, optional, example } of parameters)
    if (!optional)
      all = all.flatMap((one) =>
        (valuesOf[name] ?? [example]).map((value) => ({ ...one, [name]: value })),
      );
  // Each filter alone: pairs of them would be thousands of requests.
  const filters = parameters.filter(({ optional }) => optional);
  return all.flatMap((one) => [
    one,
    ...filters.flatMap(({ name }) =>
      (valuesOf[name] ?? []).map((value) => ({ ...one, [name]: value })),
    ),
  ]);
}

/** Requests grow with the operations: more than a thousand, on PostgreSQL 10 s of an idle machine. */
const timeout = 60_000;

test.each(['read', 'support'] as const)(
  '%s sees no name, key, token or device id with which it could sign in as another user',
  async (scope) => {
    const { service, addKey, known, secrets, shown, read } = await fillKeyAccounts();
    const sellerkey = await addKey(scope);
    const [seen, control]: string[][] = [[], []];
    let tries = 0;
    for (const [type, spec] of reading) {
      if (!isScopeAccepted(scope, spec.scope)) continue;
      for (const request of requestsOf(spec, known)) {
        for (const format of ['json', 'text']) {
          tries += 1;
          const answer = await read({ type, ...request, format, sellerkey });
          for (const [what, secret] of secrets)
            expect(answer.toLowerCase(), `${type} shows ${what}`).not.toContain(
              secret.toLowerCase(),
            );
          seen?.push(answer);
          if (format === 'json')
            control?.push(await read({ type, ...request, sellerkey: service.app.sellerkey }));
        }
      }
    }
    expect(tries).toBeGreaterThan(200);
    // The application's own key sees everything, and other accounts are shown to both.
    for (const [what, secret] of secrets) expect(control?.join('\n'), what).toContain(secret);
    for (const [what, text] of shown) expect(seen?.join('\n'), what).toContain(text);
  },
  timeout,
);
