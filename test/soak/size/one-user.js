// Measures redeem, sign-in and check of one user in a very large application against a small one.
// Requests to the two services alternate, so that other load affects both. Prints the rows of
// docs/engineering/measurements.md.
import { mkdirSync } from 'node:fs';
import { at, device, startFull } from './full.js';

/** Bounds as multiples of the small application's times. */
const most = { redeem: 2, login: 1.3, check: 1.1 };
const tries = 300;
const kinds = /** @type {const} */ (['redeem', 'login', 'check']);

/** @type {import('../run-soak.js').Part} */
export const oneUser = {
  title: 'One user of very many: what a redeem, a sign-in and a check take',
  async run({ folder, users, databases, say }) {
    mkdirSync(folder, { recursive: true });
    /** @type {string[]} */
    const bad = [];
    for (const database of databases) {
      const services = [
        await startFull(folder, database, tries),
        await startFull(folder, database, users),
      ];
      try {
        const [few, all] = await timesOf(services, [tries, users]);
        for (const kind of kinds) {
          const [small, large] = [few, all].map((times) => at(times?.[kind] ?? [], 0.5));
          const growth = (large ?? Number.NaN) / (small ?? Number.NaN);
          say(`| ${database}: ${kind} | ${ms(small)} | ${ms(large)} | ${growth.toFixed(2)} |`);
          if (!(growth <= most[kind]))
            bad.push(`${database}, ${kind}: ${growth.toFixed(2)} times as long`);
        }
      } finally {
        for (const service of services) await service.end();
      }
    }
    return { tried: 6, well: 6 - bad.length, bad, notes: [], isWhole: true };
  },
};

/**
 * @param {readonly import('./full.js').Full[]} services
 * @param {readonly number[]} users of each
 */
async function timesOf(services, users) {
  const sessions = await Promise.all(
    services.map(async ({ program }) => String((await program({ type: 'init' })).body.sessionid)),
  );
  const times = services.map(() => ({
    redeem: /** @type {number[]} */ ([]),
    login: /** @type {number[]} */ ([]),
    check: /** @type {number[]} */ ([]),
  }));
  for (let index = 0; index < tries; index += 1)
    for (const which of index % 2 === 0 ? [0, 1] : [1, 0]) {
      const number = 1 + Math.floor((index * (users[which] ?? 0)) / tries);
      const one = { sessionid: sessions[which] ?? '', username: `user-${number}` };
      const requests = {
        redeem: { type: 'upgrade', ...one, key: `KEY-${number}` },
        login: { type: 'login', ...one, pass: 'right', hwid: device },
        check: { type: 'check', sessionid: one.sessionid },
      };
      for (const kind of kinds) {
        const answer = await services[which]?.program(requests[kind]);
        if (answer?.body['success'] !== true)
          throw new Error(`${kind} failed: ${String(answer?.body['message'])}`);
        times[which]?.[kind].push(answer.ms);
      }
    }
  return times;
}

/** @param {number | undefined} time */
function ms(time) {
  return `${(time ?? Number.NaN).toFixed(2)} ms`;
}
