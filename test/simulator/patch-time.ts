// Replaces clocks, timers and randomness by those of the simulated process that runs. Import it
// before any module of the product.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { scheduler, startMs, type ScheduledEvent } from './processes.ts';

const RealDate = Date;
export const realNowMs = performance.now.bind(performance);
const wallNow = () => Math.floor(startMs + scheduler.nowMs() + scheduler.current().skewMs);

class SimulatedDate extends RealDate {
  constructor(...values: [] | [number | string | Date]) {
    if (values.length === 0) super(wallNow());
    else super(...(values as [number])); // the real constructor takes all of them
  }
  static override now = wallNow;
}

class Timer {
  #event: ScheduledEvent;
  readonly #again: () => ScheduledEvent;
  constructor(again: () => ScheduledEvent) {
    this.#again = again;
    this.#event = again();
  }
  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  refresh() {
    this.close();
    this.#event = this.#again();
    return this;
  }
  close() {
    this.#event.isCancelled = true;
    return this;
  }
  [Symbol.toPrimitive] = () => this.#event.order;
  [Symbol.dispose] = () => void this.close();
}

type Work = (...args: unknown[]) => void;
const usOf = (ms: unknown) => Math.max(1, Number(ms) || 1) * 1000;
const setTimeout = (work: Work, ms?: number, ...args: unknown[]) =>
  new Timer(() => scheduler.after(usOf(ms), () => work(...args)));
const setImmediate = (work: Work, ...args: unknown[]) =>
  new Timer(() => scheduler.after(0, () => work(...args)));
const setInterval = (work: Work, ms?: number, ...args: unknown[]) => {
  const timer: Timer = new Timer(() =>
    scheduler.after(usOf(ms), () => {
      timer.refresh();
      work(...args);
    }),
  );
  return timer;
};
const clear = (timer: unknown) => void (timer instanceof Timer && timer.close());

const pause = (ms: number, value?: unknown, options?: { readonly signal?: AbortSignal }) =>
  new Promise((resolve, reject) => {
    const signal = options?.signal;
    const abort = () => {
      timer.close();
      // The reason of an abort is an error.
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
const pauseForImmediate = (value?: unknown) =>
  new Promise((resolve) => void setImmediate(() => resolve(value)));
Object.assign(setTimeout, { [promisify.custom]: pause });
Object.assign(setImmediate, { [promisify.custom]: pauseForImmediate });

const bytes = (length: number) => scheduler.current().random.bytes(length);
function randomFillSync(view: NodeJS.ArrayBufferView): NodeJS.ArrayBufferView {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(bytes(view.byteLength));
  return view;
}
function randomUUID(): string {
  const value = bytes(16);
  value.writeUInt8((value.readUInt8(6) & 15) | 64, 6);
  value.writeUInt8((value.readUInt8(8) & 63) | 128, 8);
  return value.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
type GotBytes = (error: null, bytes: unknown) => void;
const realKeyPair = crypto.generateKeyPairSync as (...args: unknown[]) => unknown;
const random = {
  randomFillSync,
  randomUUID,
  randomBytes(length: number, got?: GotBytes) {
    const value = bytes(length);
    if (got !== undefined) process.nextTick(got, null, value);
    return value;
  },
  randomFill(view: NodeJS.ArrayBufferView, got: GotBytes) {
    process.nextTick(got, null, randomFillSync(view));
  },
  randomInt(first: number, end?: number) {
    const [from, to] = end === undefined ? [0, first] : [first, end];
    return from + scheduler.current().random.int(to - from);
  },
  generateKeyPairSync(type: string, ...rest: unknown[]) {
    if (type !== 'ed25519') return realKeyPair(type, ...rest);
    const head = Buffer.from('302e020100300506032b657004220420', 'hex');
    const key = Buffer.concat([head, bytes(32)]);
    const privateKey = crypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    return { privateKey, publicKey: crypto.createPublicKey(privateKey) };
  },
};

const simulatedTimers = {
  ...{ setTimeout, setInterval, setImmediate },
  ...{ clearTimeout: clear, clearInterval: clear, clearImmediate: clear },
};
Object.assign(globalThis, simulatedTimers, { Date: SimulatedDate });
Object.assign(performance, { now: scheduler.nowMs });
Object.assign(timers, simulatedTimers);
Object.assign(timersPromises, { setTimeout: pause, setImmediate: pauseForImmediate });
Object.assign(AbortSignal, {
  timeout(ms: number) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('timeout', 'TimeoutError')), ms);
    return controller.signal;
  },
});
Object.assign(Math, { random: () => scheduler.current().random.float() });
Object.assign(crypto, random);
for (const [name, value] of Object.entries({ getRandomValues: randomFillSync, randomUUID }))
  Object.defineProperty(globalThis.crypto, name, { value, configurable: true });
syncBuiltinESMExports();
