// Starts all probes of a connection check at the same time, each with a limit, and collects facts.
import { type WireFailure } from '@latchkey/client/failure.ts';
import { type Licensing } from '@latchkey/client/licensing.ts';
import { type Clock, type HttpOutcome } from '@latchkey/client/ports.ts';
import { type ServiceTime } from '@latchkey/client/service-time.ts';
import { createTurn, type Turn, within } from '@latchkey/client/turn.ts';
import { type CheckId } from '../../../shared/connection-check.ts';
import { type Device } from '../device/device.ts';
import { type RememberAbility } from '../../../shared/remember-ability.ts';
import { issuerOf } from './evidence.ts';
import {
  type CertificateFacts,
  type CheckHost,
  type ConnectOutcome,
  type FolderFacts,
  type Probes,
} from './ports.ts';

const probeLimitMs = 3000;
/** A service that needs longer for `init` is too slow for sign-ins. */
const answerLimitMs = 7000;

export interface Target {
  readonly url: URL;
  readonly portalProbe: string | undefined;
  readonly version: string;
}

export interface FactsParts {
  readonly host: CheckHost;
  readonly clock: Clock;
  readonly target: Target;
  /** Opens a verified client over the probes, which shares no state with the loader's. */
  readonly openClient: (probes: Probes) => {
    readonly licensing: Licensing;
    readonly serviceTime: ServiceTime;
  };
  readonly device: Pick<Device, 'id' | 'isKnown' | 'readAhead'>;
  readonly keyStore: () => RememberAbility;
  /** An automatic check sends `init` only, and leaves this computer alone. */
  readonly isAutomatic: boolean;
  /** The service's request to wait, so that it gets no other request; otherwise null. */
  readonly known: WireFailure | null;
}

export interface NetworkFacts {
  readonly isOnline: boolean;
  /** Null if unknown in time. */
  readonly proxyKind: string | null;
  /** This and the next three: null if nothing answered in time, and unless the way is direct. */
  readonly ipv4: readonly string[] | null;
  readonly ipv6: readonly string[] | null;
  readonly connect4: ConnectOutcome | null;
  readonly connect6: ConnectOutcome | null;
  readonly certificate: CertificateFacts | null;
  readonly networkError: string | null;
  /** Null without a configured address, and if nothing answered. */
  readonly portal: 'clear' | 'foreign' | null;
  /** Why the service's answer to `init` is not a success; null if it is. */
  readonly failure: WireFailure | null;
}

export interface CheckFacts {
  readonly network: Promise<NetworkFacts>;
  /** This computer's clock minus the service's; null without a verified answer. */
  readonly clockOffsetMs: () => number | null;
  readonly signedBy: () => string | null;
  /** Null if unknown. */
  readonly isBanned: () => Promise<boolean | null>;
  readonly folders: Promise<FolderFacts | null>;
  /** Null if the reading took too long. */
  readonly isHardwareReadable: Promise<boolean | null>;
  readonly keyStore: () => RememberAbility;
  /** The duration of the longest probe of that check; null if it had none. */
  readonly tookMs: (id: CheckId) => number | null;
}

export function startProbes(parts: FactsParts, whole: Turn): CheckFacts {
  const { host, clock, target, openClient, keyStore, device, isAutomatic, known } = parts;
  const probes = host.open(target.url.hostname);
  const { licensing, serviceTime } = openClient(probes);
  const { limited, tookMs } = createLimiter(clock, whole);
  const opened =
    known === null
      ? limited('answer', (turn) => licensing.call(turn, 'init', { ver: target.version }))
      : Promise.resolve(null);
  // SECURITY: a check sends no id that the loader has not read for its own work. A reading could
  // also open the prompt of a key store.
  const deviceId = device.isKnown() ? device.id() : Promise.resolve(null);
  const network =
    known === null
      ? readNetwork(parts, probes, limited, opened)
      : Promise.resolve({ ...nothingRead, isOnline: host.isOnline(), failure: known });
  return {
    network,
    clockOffsetMs: serviceTime.clockOffsetMs,
    signedBy: licensing.verifiedBy,
    async isBanned() {
      if (isAutomatic) return null;
      const [reply, hwid] = await Promise.all([opened, deviceId]);
      if (reply?.ok !== true) return null;
      const { sessionid } = reply.value;
      const given = hwid === null ? { sessionid } : { sessionid, hwid };
      const answer = await limited('blacklist', (turn) =>
        licensing.call(turn, 'checkblacklist', given),
      );
      if (answer === null) return null;
      // Inverted on the wire: a success means that the caller is blacklisted.
      if (answer.ok || answer.refusal.facts.code === 'blacklisted') return true;
      return answer.refusal.facts.code === 'refused' ? false : null;
    },
    folders: isAutomatic ? Promise.resolve(null) : limited('data-folder', host.readFolders),
    isHardwareReadable: isAutomatic
      ? Promise.resolve(null)
      : limited('device-id', device.readAhead),
    keyStore,
    tookMs,
  };
}

const nothingRead = {
  proxyKind: null,
  ...{ ipv4: null, ipv6: null, connect4: null, connect6: null },
  ...{ certificate: null, networkError: null, portal: null },
} as const;

type Limited = <T>(id: CheckId, probe: (turn: Turn) => Promise<T>) => Promise<T | null>;

function createLimiter(
  clock: Clock,
  whole: Turn,
): { readonly limited: Limited } & Pick<CheckFacts, 'tookMs'> {
  const took = new Map<CheckId, number>();
  /** Resolves to null at the limit, at the end of the whole check, and if the probe fails. */
  const limited: Limited = async (id, probe) => {
    const turn = createTurn(clock);
    turn.setTimeLimit(id === 'answer' ? answerLimitMs : probeLimitMs);
    const end = () => turn.end('cancelled');
    whole.signal.addEventListener('abort', end, { once: true });
    const began = clock.elapsed();
    try {
      const outcome = await within(turn, probe(turn));
      return outcome === 'timeout' || outcome === 'cancelled' ? null : outcome;
    } catch {
      return null;
    } finally {
      whole.signal.removeEventListener('abort', end);
      turn.close();
      took.set(id, Math.max(took.get(id) ?? 0, Math.round(clock.elapsed() - began)));
    }
  };
  return { limited, tookMs: (id) => took.get(id) ?? null };
}

async function readNetwork(
  { host, target }: FactsParts,
  probes: Probes,
  limited: Limited,
  opened: Promise<Awaited<ReturnType<Licensing['call']>> | null>,
): Promise<NetworkFacts> {
  const { hostname, port, protocol } = target.url;
  const name = hostname.replace(/^\[|\]$/g, '');
  const portNumber = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  const { portalProbe } = target;
  const kind = limited('proxy', () => probes.proxyKind(target.url.href));
  // These probes would go around a proxy, which then decides what the name means.
  const direct = async <T>(id: CheckId, probe: () => Promise<T>): Promise<T | null> =>
    (await kind) === 'DIRECT' ? limited(id, probe) : null;
  const [proxyKind, ipv4, ipv6, connect4, connect6, portal, reply] = await Promise.all([
    kind,
    direct('name', () => probes.addresses(name, 4)),
    direct('name', () => probes.addresses(name, 6)),
    direct('route', () => probes.connect(name, portNumber, 4)),
    direct('route', () => probes.connect(name, portNumber, 6)),
    portalProbe === undefined
      ? null
      : limited('portal', ({ signal }) =>
          probes.plainHttp.send({ method: 'GET', url: portalProbe, signal }),
        ),
    opened,
  ]);
  const certificate = probes.certificate();
  return {
    isOnline: host.isOnline(),
    ...{ proxyKind, ipv4, ipv6, connect4, connect6 },
    certificate: certificate && { ...certificate, issuer: issuerOf(certificate.issuer) },
    networkError: probes.networkError(),
    portal: portal === null ? null : portalOf(portal),
    failure: reply === null ? { code: 'timeout' } : reply.ok ? null : reply.refusal.facts,
  };
}

/**
 * The seller's web server answers 204; the sign-in page of a network does not. A web server that is
 * down, or a host that must be read over TLS, says nothing about the network.
 */
function portalOf(outcome: HttpOutcome): NetworkFacts['portal'] {
  if (!outcome.ok) return outcome.fault === 'led-away' ? 'foreign' : null;
  if (outcome.status === 204) return 'clear';
  return outcome.status >= 500 && outcome.status !== 511 ? null : 'foreign';
}
