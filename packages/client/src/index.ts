// Public client for programs on Node: verifies answers and manages one session.
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
import { isSmallOrder } from './weak-keys.ts';

export { verifyOfflinePass } from './offline-pass.ts';

export interface ClientOptions {
  /** An https URL, or plain http for 127.0.0.1 and [::1]. It may have a path. */
  readonly baseUrl: string;
  /** Name of the application at the service. */
  readonly name: string;
  readonly ownerid: string;
  readonly version: string;
  /** At least one public key of the service, in 64 hex characters. */
  readonly publicKeys: readonly string[];
  /** Maps texts that the seller changed to reasons, for services whose answers have no reason. */
  readonly messages?: MessageMap;
  /** Another network stack, such as Electron's. */
  readonly http?: Http;
}

export interface Client {
  /**
   * Sends a request, after `init` if no session is open. Retries only when the session is gone.
   * Returns refusals and network faults as `refusal.facts.code`, and does not throw for them.
   * @param timeoutMs timeout for the call, 30 000 by default
   */
  readonly request: <Type extends Exclude<ClientType, 'init'>>(
    type: Type,
    params: Omit<Params<Type>, 'sessionid'>,
    timeoutMs?: number,
  ) => Promise<Reply<SuccessOf<Type>>>;
  /** The service's time in unix milliseconds, or null before the first verified answer. */
  readonly serviceTimeMs: () => number | null;
  /** Cancels all requests in flight and forgets the session. */
  readonly close: () => void;
}

/** Throws a TypeError for an invalid option. Opens no connection before the first request. */
export function createClient(options: ClientOptions): Client {
  const { version, messages = {}, http = createNodeHttp(), ...rest } = options;
  assertSafeOptions(options);
  const clock = createSystemClock();
  const serviceTime = createServiceTime(clock);
  const licensing = createLicensing({
    application: { ...rest, method: 'GET', challenge: 'required' },
    messages,
    http,
    clock,
    serviceTime,
    randomHex: () => randomBytes(32).toString('hex'),
    onExchange: () => undefined,
  });
  const session = createServiceSession({
    licensing,
    clock,
    version,
    onDefect: (error) => {
      process.emitWarning(error instanceof Error ? error : String(error));
    },
  });
  const pendingCancels = new Set<() => void>();
  return {
    async request(type, params, timeoutMs = 30_000) {
      const turn = createTurn(clock);
      const cancel = () => turn.end('cancelled');
      pendingCancels.add(cancel);
      turn.setTimeLimit(timeoutMs);
      try {
        return await session.request(turn, type, params);
      } finally {
        turn.close();
        pendingCancels.delete(cancel);
      }
    },
    serviceTimeMs: serviceTime.nowMs,
    close() {
      for (const cancel of pendingCancels) cancel();
      session.stop();
    },
  };
}

/** SECURITY: without a public key no answer is verified, and plain http reveals passwords. */
function assertSafeOptions({ baseUrl, publicKeys }: ClientOptions): void {
  if (publicKeys.length === 0 || !publicKeys.every((key) => /^[0-9a-f]{64}$/i.test(key)))
    throw new TypeError('publicKeys must be keys of 64 hex characters, at least one.');
  if (publicKeys.some(isSmallOrder))
    throw new TypeError('publicKeys has a key with which anyone can sign, such as zeros.');
  if (!isServiceAddress(baseUrl)) throw new TypeError(`baseUrl ${addressRule}.`);
}
