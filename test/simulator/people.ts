// What all people of a simulation have in common: a process of their own, one action at a time, and
// requests that they repeat until the answer is known.
import { createLicensing, type Params } from '@latchkey/client/licensing.ts';
import { runExchange } from '@latchkey/client/http-exchange.ts';
import type { Clock, Http, HttpRequest } from '@latchkey/client/ports.ts';
import type { Refusal, Reply } from '@latchkey/client/refusal.ts';
import { createServiceTime } from '@latchkey/client/service-time.ts';
import { createTurn } from '@latchkey/client/turn.ts';
import type { ClientType, SuccessOf } from '@latchkey/protocol/client-spec.ts';
import type { History } from './history.ts';
import type { Model } from './model.ts';
import { typeOf, type Network } from './network.ts';
import { scheduler, type SimulatedProcess } from './processes.ts';
import { createStream, type Stream } from './random.ts';
import type { SimulatedService } from './simulated-service.ts';
import { application, type Template } from './template.ts';

export interface World {
  readonly history: History;
  readonly model: Model;
  readonly service: SimulatedService;
  readonly network: Network;
  readonly template: Template;
}

/** Something that a person does. The plan draws actions by their weights. */
export interface Action<Actor> {
  readonly weight: number;
  /** `random` depends only on the seed and the step. */
  readonly run: (actor: Actor, random: Stream) => unknown;
}
export type Actions<Actor> = Readonly<Record<string, Action<Actor>>>;

export const baseUrl = 'https://license.example';
export const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(delayMs, then) {
    const timer = setTimeout(then, delayMs);
    return () => clearTimeout(timer);
  },
};
export const pause = (ms: number) => scheduler.delay(ms * 1000);
export const randomHex = () => scheduler.current().random.bytes(32).toString('hex');

export class Person {
  readonly name: string;
  readonly world: World;
  readonly process: SimulatedProcess;
  step = -1;
  #last: Promise<unknown> = Promise.resolve();

  constructor(name: string, world: World) {
    this.name = name;
    this.world = world;
    this.process = scheduler.newProcess(name);
  }

  /** Runs `work` after everything that the person does already. */
  do<T>(step: number, work: (random: Stream) => T | Promise<T>): Promise<T | null> {
    const result = this.#last.then(async () => {
      this.step = step;
      this.process.random = createStream(`${scheduler.seed}/${this.name}/${step}`);
      try {
        return await this.process.run(async () => work(this.process.random));
      } catch (error) {
        this.world.history.breaks('people can act', `${this.name}: ${stackOf(error)}`);
        return null;
      }
    });
    this.#last = result;
    return result;
  }
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The HTTP port of a program. `onAnswer` gets each body, with the request's type. */
export function httpOf(
  { network }: World,
  sender: () => { readonly client: string; readonly step: number; readonly ip: string },
  onAnswer: (type: string, body: Uint8Array) => void = () => undefined,
): Http {
  return {
    send: (request: HttpRequest) =>
      runExchange(request, {}, (exchange) => {
        const type = typeOf(request);
        return network.send(
          { ...sender(), ...request },
          {
            ...exchange,
            piece(bytes) {
              onAnswer(type, bytes);
              exchange.piece(bytes);
            },
          },
        );
      }),
  };
}

export interface SellerAnswer {
  readonly success: boolean;
  readonly code?: string;
  readonly [field: string]: unknown;
}

/** Asks the seller API once. Null: the answer is unknown. */
export function askOnce(
  { world, name, step }: Person,
  sellerkey: string,
  parameters: Readonly<Record<string, string>>,
): Promise<SellerAnswer | null> {
  const query = new URLSearchParams({ sellerkey, ...parameters });
  const url = `${baseUrl}/api/seller/?${query}`;
  return new Promise((resolve) => {
    let [status, text] = [0, ''];
    const timer = setTimeout(() => resolve(null), 20_000);
    const settle = (answer: SellerAnswer | null) => {
      clearTimeout(timer);
      resolve(answer);
    };
    world.network.send(
      { client: name, step, method: 'GET', url, ip: '198.51.100.7' },
      {
        head: (given) => void (status = given),
        piece: (bytes) => void (text += Buffer.from(bytes).toString('utf8')),
        fault: () => settle(null),
        end: () => settle(status >= 500 ? null : parsed(text)),
      },
    );
  });
}

function parsed(text: string): SellerAnswer | null {
  try {
    return JSON.parse(text) as SellerAnswer; // of the seller API
  } catch {
    return null;
  }
}

const passing: ReadonlySet<string | undefined> = new Set(['overloaded', 'rate-limited']);

/** Asks the seller API until the answer is known, as a shop does. An order needs no challenge. */
export async function ask(
  person: Person,
  sellerkey: string,
  given: Readonly<Record<string, string>>,
): Promise<SellerAnswer | null> {
  const parameters = 'order' in given ? given : { ...given, challenge: randomHex() };
  for (let tries = 1; tries <= 40; tries += 1) {
    const answer = await askOnce(person, sellerkey, parameters);
    if (answer !== null && !passing.has(answer.code)) return answer;
    await pause(1000 + 500 * tries);
  }
  return null;
}

/** Codes after which the outcome of a request is unknown, or after which it has not begun. */
const unknownCodes: ReadonlySet<string> = new Set([
  ...['cancelled', 'timeout', 'offline', 'refused-connection', 'captive-portal', 'server-down'],
  ...['interrupted', 'bad-reply', 'bad-signature', 'overloaded'],
]);

export interface Insisted<Value> {
  readonly value: Value | null;
  /** `ok`, the code of a refusal, or `unknown`. */
  readonly code: string;
  readonly tries: number;
  /** The offer to remove a computer that came with a refusal. */
  readonly removal?: Refusal['removal'];
}

/** The verified client of a program without a screen. */
export class WireClient {
  readonly #person: Person;
  readonly #licensing;
  #challenge: string | null = null;

  constructor(person: Person) {
    this.#person = person;
    const { name, ownerid } = application;
    const { publicKey } = person.world.template;
    this.#licensing = createLicensing({
      application: {
        ...{ baseUrl, method: 'POST', name, ownerid, challenge: 'required' },
        publicKeys: [publicKey],
      },
      messages: {},
      http: httpOf(person.world, () => ({
        ...{ client: person.name, step: person.step },
        ip: `203.0.113.${person.name.length}`,
      })),
      clock,
      randomHex: () => this.#challenge ?? randomHex(),
      serviceTime: createServiceTime(clock),
      onExchange: () => undefined,
    });
  }

  async call<Type extends ClientType>(
    type: Type,
    params: Params<Type>,
    challenge: string | null = null,
  ): Promise<Reply<SuccessOf<Type>>> {
    const turn = createTurn(clock);
    turn.setTimeLimit(20_000);
    this.#challenge = challenge;
    try {
      return await this.#licensing.call(turn, type, params);
    } finally {
      this.#challenge = null;
      turn.close();
    }
  }

  /** Repeats a request with the same challenge until its answer is known. */
  async insist<Type extends ClientType>(
    type: Type,
    params: Params<Type>,
  ): Promise<Insisted<SuccessOf<Type>>> {
    const challenge = randomHex();
    for (let tries = 1; tries <= 25; tries += 1) {
      const reply = await this.call(type, params, challenge);
      if (reply.ok) return { value: reply.value, code: 'ok', tries };
      const { facts, removal } = reply.refusal;
      if (!unknownCodes.has(facts.code)) return { value: null, code: facts.code, tries, removal };
      this.#person.world.history.count('unknown answers');
      await pause(800 + 400 * tries);
    }
    return { value: null, code: 'unknown', tries: 25 };
  }

  /** Opens a session; null if the service does not answer. */
  async session(): Promise<string | null> {
    const { value } = await this.insist('init', { ver: application.version });
    return value?.sessionid ?? null;
  }
}
