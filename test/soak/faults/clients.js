// The clients of a service that is killed or starved, and a ledger of its answers. Each redeem, new
// account and shop order is an errand: done when its answer arrived, and sent again if none did.
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {{ url: string, app: { name: string, ownerid: string, sellerkey: string } }} Service
 * @typedef {{ kind: 'redeem' | 'register' | 'order', name: string, key: string, isRepeated: boolean }} Errand `name`: of the user, or
 *   the order's number; `key`: the license, empty for an order
 * @typedef {Readonly<Record<string, unknown>>} Answer
 */

const clients = 12;
const pauseAfterFaultMs = 20;
/** Answers that leave open whether the change was saved. */
const faults = new Set(['internal', 'overloaded', 'too-many-requests']);
/** The answers to a repeated errand that was already done. */
const doneBefore = { redeem: 'key-used', register: 'username-taken', order: '' };

export class Ledger {
  /** @type {Errand[]} */
  done = [];
  /** Errands with an unknown outcome. @type {Errand[]} */
  open = [];
  /** Ids of opened sessions. @type {string[]} */
  sessions = [];
  /** Unexpected answers. @type {string[]} */
  odd = [];
  faults = 0;
  #begun = 0;
  #keys = 0;

  /** The next errand to send, open ones first. @param {readonly string[]} keys @returns {Errand} */
  next(keys) {
    const again = this.open.shift();
    if (again !== undefined) return { ...again, isRepeated: true };
    const number = (this.#begun += 1);
    const key = keys[this.#keys];
    if (number % 10 === 0 || key === undefined)
      return { kind: 'order', name: `order-${number}`, key: '', isRepeated: false };
    this.#keys += 1;
    const isNew = number % 10 === 5;
    return {
      kind: isNew ? 'register' : 'redeem',
      key,
      isRepeated: false,
      name: isNew ? `made-${number}` : this.#someUser(number),
    };
  }

  /** @param {number} number */
  #someUser(number) {
    const made = this.done.filter(({ kind }) => kind === 'register').slice(-clients);
    return made[number % clients]?.name ?? 'nora';
  }
}

/**
 * Sends errands until `isOver`.
 * @param {Service} service @param {Ledger} ledger @param {readonly string[]} keys of unused licenses @param {() => boolean} isOver
 */
export async function keepBusy(service, ledger, keys, isOver) {
  const one = async () => {
    while (!isOver()) {
      const errand = ledger.next(keys);
      const isDone = await sent(service, ledger, errand).catch(() => false);
      (isDone ? ledger.done : ledger.open).push(errand);
      if (isDone) continue;
      ledger.faults += 1;
      await pause(pauseAfterFaultMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
}

/** Throws if no answer arrives. @param {Service} service @param {Ledger} ledger @param {Errand} errand */
async function sent(service, ledger, errand) {
  const { kind, name, key, isRepeated } = errand;
  if (kind === 'order') {
    const { sellerkey } = service.app;
    const order = { sellerkey, type: 'add', expiry: '1', amount: '1', order: name };
    const created = await ask(`${service.url}/api/seller/`, order);
    errand.key = typeof created['key'] === 'string' ? created['key'] : '';
    return created['success'] === true;
  }
  const opened = await client(service, { type: 'init' });
  if (opened['success'] !== true) return false;
  const sessionid = String(opened['sessionid']);
  ledger.sessions.push(sessionid);
  const redeem = { type: 'upgrade', sessionid, username: name, key };
  const register = {
    ...redeem,
    type: 'register',
    pass: 'a good pass phrase',
    hwid: 'd'.repeat(64),
  };
  const answer = await client(service, kind === 'redeem' ? redeem : register);
  if (answer['success'] === true) return true;
  const reason = String(answer['reason']);
  if (isRepeated && reason === doneBefore[kind]) return true;
  if (!faults.has(reason)) ledger.odd.push(`${kind} of ${name}, ${key}: ${reason}`);
  return false;
}

/** @param {Service} service @param {Readonly<Record<string, string>>} parameters */
function client({ url, app: { name, ownerid } }, parameters) {
  return ask(`${url}/api/1.3/`, { name, ownerid, ...parameters });
}

let requestCount = 0;

/**
 * Each request comes from another IP of this machine, because some limits count by IP.
 * @param {string} address @param {Readonly<Record<string, string>>} parameters @returns {Promise<Answer>}
 */
async function ask(address, parameters) {
  requestCount += 1;
  const localAddress = `127.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255 || 1}`;
  const signal = AbortSignal.timeout(30_000);
  const query = new URLSearchParams(parameters).toString();
  const sent = request(`${address}?${query}`, { localAddress, agent: false, signal });
  sent.end();
  const [answer] = await once(sent, 'response');
  return /** @type {Answer} */ (JSON.parse(await text(answer)));
}
