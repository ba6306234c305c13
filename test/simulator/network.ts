// The network between people and the service: loses, delays, repeats, reorders and spoils.
import type { Exchange } from '@latchkey/client/http-exchange.ts';
import type { HttpFault } from '@latchkey/client/ports.ts';
import { shortHash, type History } from './history.ts';
import { inject } from './inject.ts';
import { scheduler } from './processes.ts';
import { createStream, type Stream } from './random.ts';
import type { SimulatedService } from './simulated-service.ts';

export interface SentRequest {
  readonly client: string;
  /** The step of the plan that sends it. Faults depend on it, but not on other steps. */
  readonly step: number;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string | undefined;
  readonly ip: string;
}

/** A state of a client's network that lasts. */
export type Outage = 'offline' | 'captive portal';

type Answer = [status: number, headers: Record<string, string | string[]>, bytes: Buffer];

const faults = [
  ['request lost', 0.03],
  ['answer lost', 0.05],
  ['repeated', 0.04],
  ['garbage', 0.01],
  ['redirect', 0.005],
  ['bad gateway', 0.015],
  ['answer forged', 0.01],
  ['answer of an earlier request', 0.01],
] as const;
type Fault = (typeof faults)[number][0] | 'none';

export class Network {
  /** Nothing goes wrong from now on. */
  isCalm = false;
  /** Each seed has a better or a worse network. */
  readonly #faultScale = createStream(`${scheduler.seed}/network`).pick([0, 0.3, 1, 1, 2]);
  /** Counts down acknowledgements until a crash. */
  acknowledgementsToCrash = 0;
  readonly outages = new Map<string, Outage>();
  readonly #history: History;
  readonly #service: SimulatedService;
  /** The last success of each client and type, which an attacker may send again. */
  readonly #successes = new Map<string, Answer>();
  readonly #sent = new Map<string, number>();

  constructor(history: History, service: SimulatedService) {
    this.#history = history;
    this.#service = service;
  }

  /** Sends a request in the process that calls this. Returns a function that aborts it. */
  send(request: SentRequest, exchange: Exchange): () => void {
    const delivery = new Delivery(this, this.#streamOf(request), request, exchange);
    const outage = this.outages.get(request.client.split('/')[0] ?? '');
    const fault = this.isCalm ? 'none' : faultAt(delivery.random.float() / this.#faultScale);
    const { type } = delivery;
    const hash = shortHash(request.url + (request.body ?? ''));
    const shown = outage ?? (fault === 'none' ? null : fault);
    const words = `> ${type} ${hash}${shown === null ? '' : ` [${shown}]`}`;
    this.#history.note(request.client, words, shown === null ? undefined : 'fault');
    this.#history.count('requests');
    if (outage === 'offline') delivery.fail('offline');
    else if (outage === 'captive portal') delivery.redirect();
    else this.#pass(delivery, fault);
    return delivery.abort;
  }

  #pass(delivery: Delivery, fault: Fault): void {
    const { random, latencyUs } = delivery;
    if (fault === 'request lost') delivery.fail(random.chance(0.5) ? 'broken-off' : 'timeout');
    else if (fault === 'redirect') delivery.redirect();
    else if (fault === 'garbage') delivery.answer(200, {}, random.bytes(40));
    else
      // The request arrives even if its sender dies.
      scheduler.outside(() => {
        scheduler.after(latencyUs(), () => this.#arrive(delivery, fault));
        if (fault !== 'repeated') return;
        delivery.copies = 2;
        scheduler.after(latencyUs() + random.int(6_000_000), () => this.#arrive(delivery, fault));
      });
  }

  #arrive(delivery: Delivery, fault: Fault): void {
    const service = this.#service;
    const server = service.process;
    const { random, request } = delivery;
    if (!service.isUp) {
      delivery.fail('refused-connection');
      return;
    }
    const lost = () => delivery.fail('broken-off');
    service.lostRequests.add(lost);
    const { host, pathname, search } = new URL(request.url);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    inject(server, {
      method: request.method,
      url: pathname + search,
      remoteAddress: request.ip,
      headers: { host, ...(request.body !== undefined && form) },
      ...(request.body !== undefined && { payload: request.body }),
    }).then(
      ({ statusCode, headers, rawPayload }) => {
        if (!server.isAlive) return;
        service.lostRequests.delete(lost);
        if (fault === 'answer lost') delivery.fail(random.chance(0.5) ? 'broken-off' : 'timeout');
        else if (fault === 'bad gateway')
          delivery.answer(
            502,
            { 'content-type': 'text/html' },
            Buffer.from('<h1>Bad gateway</h1>'),
          );
        else
          delivery.answer(
            ...this.#spoil(delivery, fault, [statusCode, definedIn(headers), rawPayload]),
          );
      },
      (error: unknown) => this.#history.breaks('each request is answered', String(error)),
    );
  }

  /** Changes the answer as an attacker between the program and the service can. */
  #spoil({ request, type }: Delivery, fault: Fault, answer: Answer): Answer {
    // Nothing signs the answers of the seller API but its connection.
    if (request.method === 'GET' && request.url.includes('/api/seller/')) return answer;
    const [status, headers, bytes] = answer;
    const text = bytes.toString('utf8');
    const name = `${request.client} ${type}`;
    const earlier = this.#successes.get(name);
    if (text.includes('"success":true')) this.#successes.set(name, answer);
    if (fault === 'answer of an earlier request') return earlier ?? answer;
    if (fault !== 'answer forged') return answer;
    const forged = text.replace('"success":false', '"success":true ');
    return [status === 400 ? 200 : status, headers, Buffer.from(forged)];
  }

  /** Called when an answer reaches its client. */
  arrived({ request, type }: Delivery, words: string, isSuccess: boolean): void {
    this.#history.note(request.client, `< ${type} ${words}`);
    if (!isSuccess || readingTypes.has(type) || this.acknowledgementsToCrash === 0) return;
    this.acknowledgementsToCrash -= 1;
    if (this.acknowledgementsToCrash === 0)
      this.#service.crash('power', `as ${request.client} gets the answer of ${type}`, 'exactly');
  }

  #streamOf({ client, step }: SentRequest): Stream {
    const name = `${client}/${step}`;
    const count = (this.#sent.get(name) ?? 0) + 1;
    this.#sent.set(name, count);
    return createStream(`${scheduler.seed}/network/${name}/${count}`);
  }
}

/** Returns the operation that a request asks for. */
export function typeOf({ body, url }: Pick<SentRequest, 'body' | 'url'>): string {
  return new URLSearchParams(body ?? new URL(url).search).get('type') ?? '';
}

const readingTypes = new Set(['init', 'check', 'why']);

/** A request under way, and its copies. */
class Delivery {
  readonly request: SentRequest;
  readonly random: Stream;
  readonly type: string;
  copies = 1;
  #isOver = false;
  readonly #exchange: Exchange;
  readonly #network: Network;

  constructor(network: Network, random: Stream, request: SentRequest, exchange: Exchange) {
    this.#network = network;
    this.#exchange = exchange;
    this.request = request;
    this.random = random;
    this.type = typeOf(request);
    const owner = scheduler.current();
    this.#inClient = (work) => void owner.run(() => scheduler.after(this.latencyUs(), work));
  }

  readonly #inClient: (work: () => void) => void;
  latencyUs = () => {
    const isSlow = !this.#network.isCalm && this.random.chance(0.03);
    return 3000 + this.random.int(isSlow ? 9_000_000 : 80_000);
  };
  abort = () => void (this.#isOver = true);
  fail(fault: HttpFault): void {
    this.#finish(() => {
      this.#network.arrived(this, `[${fault}]`, false);
      this.#exchange.fault(fault);
    });
  }
  redirect(): void {
    this.answer(302, { location: 'http://portal.example/' }, Buffer.from(''));
  }
  answer(status: number, headers: Record<string, string | string[]>, bytes: Buffer): void {
    this.#finish(() => {
      const isSuccess = status === 200 && bytes.includes('"success":true');
      const text = bytes.toString('utf8');
      const reason = /"(?:reason|code)":"?([\w-]+)/.exec(text)?.[1] ?? '';
      const words = `${status} ${shortHash(bytes)} ${isSuccess ? 'ok' : reason}`;
      this.#network.arrived(this, words, isSuccess);
      this.#exchange.head(status, headers);
      this.#exchange.piece(bytes);
      this.#exchange.end();
    });
  }
  /** HTTP repeats a request only while it has no answer: the last copy's answer is delivered. */
  #finish(work: () => void): void {
    this.#inClient(() => {
      this.copies -= 1;
      if (this.#isOver || this.copies > 0) return;
      this.#isOver = true;
      work();
    });
  }
}

function faultAt(chance: number): Fault {
  let end = 0;
  for (const [fault, probability] of faults) {
    end += probability;
    if (chance < end) return fault;
  }
  return 'none';
}

/** Headers of an answer that do not depend on the real machine. */
function definedIn(headers: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const entries = Object.entries(headers)
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]);
  return Object.fromEntries(entries) as Record<string, string | string[]>; // just converted
}
