// Limits mails that anybody can ask for, by their e-mail and by the network that asks.
import { networkOf } from '../../addresses.ts';
import type { Call } from '../../api/call.ts';
import { scopeOf, type Budget } from '../../secrets/throttles.ts';

export const mailSeconds = 86_400;

export function mailBudgets(
  { application, ip }: Pick<Call, 'application' | 'ip'>,
  purpose: 'lost keys' | 'e-mail codes',
  emailHash: string,
) {
  const budget = (kind: string, of: string, maxAttempts: number): Budget => ({
    scope: scopeOf(purpose, kind, application.id, of),
    maxAttempts,
    seconds: mailSeconds,
  });
  return { email: budget('email', emailHash, 3), network: budget('network', networkOf(ip), 10) };
}
