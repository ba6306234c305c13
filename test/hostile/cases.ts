// The type of a hostile case, and the world that all cases share: the real service, another server,
// and users.
import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FailureCode } from '../../src/shared/failure.ts';
import type { PhaseKind } from '../../src/shared/session.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { serviceSigner, type Signer, strangerSigner } from './answers.ts';
import type { Credentials, Stage } from './drive.ts';
import { type Caught, listen } from './relay.ts';
import type { Front } from './tls-fronts.ts';

/** The user who signs in during a case. */
export type Caller = 'right' | 'wrong-password' | 'expired' | 'banned' | 'two-factor';

export interface HostileCase {
  readonly name: string;
  readonly at: Stage;
  /** By default `right`, or `two-factor` at the stage `code`. */
  readonly as?: Caller;
  /** Changes to `service` of the configuration. */
  readonly service?: object;
  /** Answers one request of the loader in place of the relay. */
  readonly deed?: (caught: Caught, world: World) => void | Promise<void>;
  /** Handles every connection in place of the relay. */
  readonly connection?: (socket: Socket, stuck: () => void) => void;
  /** Starts a server in front of the relay at the URL `relay`, or in its place. */
  readonly front?: (relay: string, stuck: () => void) => Promise<Front>;
  /** No request passes the front. */
  readonly reachable?: false;
  /** Nothing more arrives once `stuck` is called, so only the loader's time limit ends the case. */
  readonly stalls?: true;
  /** The failure that the loader must show. */
  readonly failure: FailureCode | null;
  /** The answer proves the identity of the service, although it is unusable. */
  readonly proven?: true;
  /** A text that the page must not receive. */
  readonly hides?: string;
  /** The phase in which the loader must end. The default depends on the stage: see judge.ts. */
  readonly phase?: PhaseKind;
  /** The differences that Chromium's network stack causes. */
  readonly inElectron?: { readonly failure: FailureCode | null; readonly reachable?: false };
}

export interface World {
  readonly service: TestService;
  /** Signs with the service's own key. */
  readonly own: Signer;
  /** Signs with another key. */
  readonly stranger: Signer;
  /** A server that no loader may be redirected to. */
  readonly elsewhere: { readonly url: string; readonly hits: () => number };
  /** Creates a new user for each case, because the service counts wrong passwords. */
  readonly invite: (caller: Caller) => Promise<Guest>;
  readonly close: () => Promise<void>;
}

export interface Guest {
  readonly as: Credentials;
  /** Credentials that sign in: of the same user, or of another one if that user cannot. */
  readonly right: Credentials;
  /** A one-time code that is wrong for the user. */
  readonly wrongCode: string;
  /** An unused license key. */
  readonly key: string;
}

/** The time of the service and the computer in all cases, in unix milliseconds. */
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
