// The client of one application for programs on Node: everything that the loader's own client does, with Node's network and clock.
import { randomBytes } from 'node:crypto';
import type { ClientType, SuccessOf } from '@latchkey/protocol/client-spec.ts';
import type { MessageMap } from './classify.ts';
import { createNodeHttp } from './http-node.ts';
import { createLicensing, type Params } from './licensing.ts';
import type { Http } from './ports.ts';
import type { Reply } from './refusal.ts';
import { addressRule, isServiceAddress } from './service-address.ts';
import { createServiceSession } from './service-session.ts';
import { createServiceTime } from './service-time.ts';
import { createSystemClock } from './system-clock.ts';
import { createTurn } from './turn.ts';

export interface ClientOptions {
  /** Https, or plain http to 127.0.0.1 and [::1]; may have a path. */
  readonly baseUrl: string;
  /** Of the application, as its seller got them. */
  readonly name: string;
  readonly ownerid: string;
  /** Of the program, as the service compares it. */
  readonly version: string;
  /** The service's public keys, 64 hex characters each: an answer that none of them signed is an error. At least one. */
  readonly publicKeys: readonly string[];
  /** What the seller's own texts mean; only for services that name no reason. */
  readonly messages?: MessageMap;
  /** Another network, such as Electron's. */
  readonly http?: Http;
}

export interface Client {
  /**
   * Asks the service, after `init` where no session is open. A request that changes something is never sent twice.
   * Never throws for what the service or the network does: the reply says what it was (`refusal.facts.code`).
   * @param limitMs from the call until the answer must be there, 30 000 unless given
   */
  readonly request: <Type extends Exclude<ClientType, 'init'>>(
    type: Type,
    params: Omit<Params<Type>, 'sessionid'>,
    limitMs?: number,
  ) => Promise<Reply<SuccessOf<Type>>>;
  /** The service's time by its verified answers, unix milliseconds; null before the first. */
  readonly serviceTimeMs: () => number | null;
  /** Calls off what is under way and forgets the session. */
  readonly close: () => void;
}

/** Throws a TypeError where an option cannot be used. Opens no connection before the first request. */
export function createClient(options: ClientOptions): Client {
  const { version, messages = {}, http = createNodeHttp(), ...rest } = options;
  refuseUnsafe(options);
  const clock = createSystemClock();
  const serviceTime = createServiceTime(clock);
  const licensing = createLicensing({
    application: { ...rest, method: 'GET', challenge: 'required' },
    ...{ messages, http, clock, serviceTime },
    randomHex: () => randomBytes(32).toString('hex'),
    onExchange: () => undefined,
  });
  const session = createServiceSession({
    ...{ licensing, clock, version },
    onDefect: (error) => {
      process.emitWarning(error instanceof Error ? error : String(error));
    },
  });
  const open = new Set<() => void>();
  return {
    async request(type, params, limitMs = 30_000) {
      const turn = createTurn(clock);
      const cancel = () => turn.end('cancelled');
      open.add(cancel);
      turn.limit(limitMs);
      try {
        return await session.request(turn, type, params);
      } finally {
        turn.close();
        open.delete(cancel);
      }
    },
    serviceTimeMs: serviceTime.nowMs,
    close() {
      for (const cancel of open) cancel();
      session.stop();
    },
  };
}

/** SECURITY: no fail-open: without a key there would be nothing to verify, and plain http would show every password. */
function refuseUnsafe({ baseUrl, publicKeys }: ClientOptions): void {
  if (publicKeys.length === 0 || !publicKeys.every((key) => /^[0-9a-f]{64}$/i.test(key)))
    throw new TypeError('publicKeys must be keys of 64 hex characters, at least one.');
  if (!isServiceAddress(baseUrl)) throw new TypeError(`baseUrl ${addressRule}.`);
}
