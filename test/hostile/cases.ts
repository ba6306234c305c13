// What a hostile case is, and the world that all of them happen in: the real service, somebody's own servers, users.
import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FailureCode } from '../../src/shared/failure.ts';
import type { PhaseKind } from '../../src/shared/session.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { serviceSigner, type Signer, strangerSigner } from './answers.ts';
import type { Credentials, Stage } from './drive.ts';
import { type Caught, listen } from './relay.ts';
import type { Front } from './tls-fronts.ts';

/** Who signs in while it happens. */
export type Caller = 'right' | 'wrong-password' | 'expired' | 'banned' | 'two-factor';

export interface HostileCase {
  readonly name: string;
  readonly at: Stage;
  /** The right user where nothing is said. */
  readonly as?: Caller;
  /** Changes to `service` of the configuration. */
  readonly service?: object;
  /** What becomes of the answer, or of every connection, or where the loader finds its service. */
  readonly deed?: (caught: Caught, world: World) => void | Promise<void>;
  readonly connection?: (socket: Socket, stuck: () => void) => void;
  /** Something in front of the relay, whose address it is given, or in its place. */
  readonly front?: (relay: string, stuck: () => void) => Promise<Front>;
  /** No request comes through what stands in front. */
  readonly reachable?: false;
  /** The deed ends with `stuck`: only the loader's own limit ends this. */
  readonly stalls?: true;
  /** What the loader must show. */
  readonly failure: FailureCode | null;
  /** The service did prove itself, although nothing can be done with its answer. */
  readonly proven?: true;
  /** What the page must not be told. */
  readonly hides?: string;
  /** Where nothing is said: `unreachable` before sign-in, and where the user was afterwards. */
  readonly phase?: PhaseKind;
  /** Where Chromium's network stack sees something else. */
  readonly inElectron?: { readonly failure: FailureCode | null; readonly reachable?: false };
}

export interface World {
  readonly service: TestService;
  /** Signs with the service's own key. */
  readonly own: Signer;
  /** Signs with somebody else's. */
  readonly stranger: Signer;
  /** A server that nobody may be led to. */
  readonly elsewhere: { readonly url: string; readonly hits: () => number };
  /** Somebody of that kind, whom nobody has seen before: the service counts wrong passwords. */
  readonly invite: (caller: Caller) => Promise<Guest>;
  readonly close: () => Promise<void>;
}

export interface Guest {
  readonly as: Credentials;
  /** With these the same person, or for who has none another one, signs in. */
  readonly right: Credentials;
  /** A one-time code that is not theirs. */
  readonly wrongCode: string;
  /** A license key that nobody has used. */
  readonly key: string;
}

/** Unix milliseconds of the service and of the computer in all cases. */
export const nowMs = Date.UTC(2026, 10, 21, 12, 0, 10);

export async function openWorld(): Promise<World> {
  const service = await startTestService({ now: () => nowMs });
  let hits = 0;
  const elsewhere = createHttpServer((_request, response) => {
    hits += 1;
    response.end('{"success":true}');
  });
  const port = await listen(elsewhere);
  return {
    service,
    own: serviceSigner(service, () => nowMs),
    stranger: strangerSigner(() => nowMs),
    elsewhere: { url: `http://127.0.0.1:${port}`, hits: () => hits },
    invite: (caller) => invite(service, caller),
    close: async () => {
      elsewhere.closeAllConnections();
      await Promise.all([
        service.close(),
        new Promise((resolve) => elsewhere.close(() => resolve(null))),
      ]);
    },
  };
}

async function invite(service: TestService, caller: Caller): Promise<Guest> {
  const right = await service.addUser();
  const key = await service.addLicense({ days: 30 });
  const guest = { as: right, right, key, wrongCode: '000000' };
  switch (caller) {
    case 'right':
      return guest;
    case 'wrong-password':
      return { ...guest, as: { ...right, password: 'not the password' } };
    case 'expired':
      return { ...guest, as: await service.addUser({ subscription: 'expired' }) };
    case 'banned':
      return { ...guest, as: await service.addUser({ banned: 'chargeback' }) };
    case 'two-factor': {
      const as = await service.addUser({ totp: true });
      const code = Number(service.totpCode(as.totpSecret ?? '', nowMs));
      return { ...guest, as, wrongCode: String((code + 1) % 1_000_000).padStart(6, '0') };
    }
  }
}
