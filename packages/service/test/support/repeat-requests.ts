// Builds requests that a test sends twice, and reads the reason of their answers.
import { freshChallenge, hwid, openWire, type Parameters, type Wire } from './service-client.ts';
import type { TestServiceOptions } from './service.ts';

/** Opens a service with a fixed clock and one user. Each request carries a challenge. */
export async function openWithRequests(options: TestServiceOptions = {}) {
  const clock = { ms: 1_900_000_000_000 };
  const wire = await openWire({ now: () => clock.ms, ...options });
  const user = await wire.service.addUser();
  const rows = () => wire.service.database.selectFrom('repeats').selectAll().execute();
  const login = async (sessionid?: string): Promise<Parameters> => ({
    type: 'login',
    sessionid: sessionid ?? (await wire.init()),
    hwid,
    username: user.username,
    pass: user.password,
    challenge: freshChallenge(),
  });
  const upgrade = async (): Promise<Parameters> => ({
    type: 'upgrade',
    sessionid: await wire.init(),
    username: user.username,
    key: await wire.service.addLicense({ days: 1 }),
    challenge: freshChallenge(),
  });
  return { clock, wire, user, rows, login, upgrade };
}

/** Returns the answer's reason, or null for a success. */
export const reasonOf = async (wire: Wire, request: Parameters) => {
  const { body } = await wire.send(request);
  return body['success'] === true ? null : body['reason'];
};
