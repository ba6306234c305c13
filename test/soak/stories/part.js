// Measures how one customer of a service affects the others, at full size: a check, a valid sign-in
// and a webhook call of another application, with and without a bad neighbour. Prints the rows of
// docs/engineering/security.md.
import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startAttacked } from './attacked.js';

/**
 * @typedef {{ check: number, signIn: number, call: number, busy: number }} Figures ms: p99 of checks, median of sign-ins, the longest
 *   call; the number of sign-ins answered "overloaded"
 * @typedef {{ kind: string, title: string }} Story
 */

/** @type {readonly Story[]} */
const stories = [
  { kind: 'paused', title: 'a paused bcrypt account signs in six times a second' },
  { kind: 'silent', title: 'six webhooks at names whose servers are silent, called each second' },
  { kind: 'wrong', title: '50 wrong sign-ins at once, every 2 seconds' },
];
const most = { check: 50, signIn: 2, call: 1000 };
const secondsOfOne = 10;

/** @type {import('../run-soak.js').Part} */
export const tenants = {
  title:
    'One customer of a service and another: check, sign-in and call beside a neighbour at work',
  async run({ folder, say }) {
    mkdirSync(folder, { recursive: true });
    const service = await startAttacked(folder);
    /** @type {string[]} */
    const bad = [];
    try {
      // Warm-up: uncompiled code is slow.
      await measured(service, 'nobody');
      const alone = await measured(service, 'nobody');
      say(rowOf('alone', alone));
      for (const { kind, title } of stories) {
        const beside = await measured(service, kind);
        say(rowOf(title, beside));
        if (beside.check > most.check) bad.push(`${title}: a check took ${shown(beside.check)}`);
        if (beside.signIn > most.signIn * alone.signIn)
          bad.push(
            `${title}: a sign-in took ${shown(beside.signIn)}, alone ${shown(alone.signIn)}`,
          );
        if (beside.call > most.call) bad.push(`${title}: a call took ${shown(beside.call)}`);
      }
    } finally {
      await service.end();
    }
    const broken = stories.filter(({ title }) => bad.some((line) => line.startsWith(title)));
    const well = stories.length - broken.length;
    return { tried: stories.length, well, bad, notes: [], isWhole: true };
  },
};

/** @param {string} title @param {Figures} figures */
function rowOf(title, { check, signIn, call, busy }) {
  const more = busy === 0 ? '' : ` (${busy} told "overloaded")`;
  return `| ${title} | ${shown(check)} | ${shown(signIn)}${more} | ${shown(call)} |`;
}

/** @param {number} ms */
function shown(ms) {
  return `${ms < 100 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
}

/**
 * @param {Awaited<ReturnType<typeof startAttacked>>} service
 * @param {string} kind
 * @returns {Promise<Figures>}
 */
async function measured({ url, other, ask: send }, kind) {
  const credentials = { type: 'login', username: 'anna', pass: 'right', hwid: 'd'.repeat(64) };
  const open = async () => String((await send({ type: 'init' })).body['sessionid']);
  const sessionid = await open();
  await send({ ...credentials, sessionid });
  const workerData = { url, kind, application: other };
  const attack = new Worker(new URL('attack.js', import.meta.url), { workerData });
  await pause(1500);
  /** @type {{ checks: number[], signIns: number[], calls: number[], busy: number }} */
  const seen = { checks: [], signIns: [], calls: [], busy: 0 };
  const endAt = performance.now() + secondsOfOne * 1000;
  /** @param {number} everyMs @param {() => Promise<void>} work */
  const repeat = async (everyMs, work) => {
    /** @type {Promise<void>[]} */
    const begun = [];
    // Without waiting for the previous request: slow answers must not reduce the load.
    for (; performance.now() < endAt; await pause(everyMs)) begun.push(work());
    await Promise.all(begun);
  };
  await Promise.all([
    repeat(20, async () => {
      const { ms, body } = await send({ type: 'check', sessionid });
      if (body['success'] !== true) throw new Error(`A check failed: ${String(body['reason'])}`);
      seen.checks.push(ms);
    }),
    repeat(400, async () => {
      const { ms, body } = await send({ ...credentials, sessionid: await open() });
      if (body['success'] === true) seen.signIns.push(ms);
      else if (body['reason'] === 'overloaded') seen.busy += 1;
      else throw new Error(`A sign-in failed: ${String(body['reason'])}`);
    }),
    repeat(500, async () => {
      const { ms, body } = await send({ type: 'webhook', sessionid, webid: 'quick' });
      if (body['success'] !== true) throw new Error(`A call failed: ${String(body['reason'])}`);
      seen.calls.push(ms);
    }),
  ]);
  await attack.terminate();
  // Lets the neighbour's requests end before the next measurement.
  await pause(kind === 'silent' ? 12_000 : 3000);
  return {
    check: at(seen.checks, 0.99),
    signIn: at(seen.signIns, 0.5),
    call: Math.max(...seen.calls),
    busy: seen.busy,
  };
}

/** @param {readonly number[]} times @param {number} part */
function at(times, part) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
