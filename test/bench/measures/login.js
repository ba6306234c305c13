// Measures the cost of distance for a sign-in through the whole product: page, bridge, core,
// Electron's network, and the real service behind a proxy with a round trip of 50 ms. The same
// sign-in without the distance is subtracted, because service, loader and proxy take that time too.
import { setTimeout as delay } from 'node:timers/promises';
import { median, range } from '../figures.js';
import { timeSignIn, waitForPhase } from '../page-scripts.js';
import { startProbed } from '../probed-app.js';
import { openSlowProxy } from '../slow-proxy.js';
import { configFor, electronOf } from '../stage.js';

const roundTripMs = 50;
const allowanceMs = 25;
const rounds = 7;
const quietMs = 300;

/** @type {import('../table.js').Measurement} */
export const login = {
  bounds: [{ name: 'login less server time', bound: roundTripMs + allowanceMs, unit: 'ms' }],
  measure: async (stage) => {
    const how = electronOf(stage);
    const proxy = await openSlowProxy(stage.service.url);
    try {
      const app = await startProbed(stage.loader(await configFor(stage, 'far', proxy.url)), how);
      try {
        return [await compare(app, proxy, userOf(stage))];
      } finally {
        await app.end();
      }
    } finally {
      proxy.close();
    }
  },
};

/** @param {import('../stage.js').Stage} stage */
function userOf({ service: { users } }) {
  const user = users.find((user) => user.case === 'normal');
  if (user === undefined) throw new Error('The demo has no normal user');
  return { username: user.username, password: user.password, remember: false };
}

/**
 * @param {import('../probed-app.js').ProbedApp} app
 * @param {import('../slow-proxy.js').SlowProxy} proxy
 * @param {object} user
 */
async function compare(app, proxy, user) {
  /** @type {{ near: number[], far: number[] }} */
  const times = { near: [], far: [] };
  /** @type {{ connections: number[], requests: number[] }} */
  const counts = { connections: [], requests: [] };
  // The first sign-in is a warm-up and is not counted.
  await signInAndOut(app, proxy, user, 0);
  for (let round = 0; round < rounds; round += 1) {
    times.near.push((await signInAndOut(app, proxy, user, 0)).ms);
    const far = await signInAndOut(app, proxy, user, roundTripMs);
    times.far.push(far.ms);
    counts.connections.push(far.connections);
    counts.requests.push(far.requests);
  }
  const near = median(times.near);
  const far = median(times.far);
  const took = `${far.toFixed(0)} ms (${range(times.far)}) with ${roundTripMs} ms of distance`;
  const without = `${near.toFixed(0)} ms (${range(times.near)}) without`;
  const cost = `${median(counts.requests)} request(s), ${median(counts.connections)} new connection(s)`;
  return {
    measured: far - near,
    figures: `${took}, ${without}, medians of ${rounds} in turns; ${cost} in one sign-in`,
  };
}

/**
 * One sign-in over the given distance; the sign-out and preparation afterwards are not measured.
 * @param {import('../probed-app.js').ProbedApp} app
 * @param {import('../slow-proxy.js').SlowProxy} proxy
 * @param {object} user
 * @param {number} distanceMs
 */
async function signInAndOut(app, proxy, user, distanceMs) {
  proxy.setRoundTrip(distanceMs);
  const before = proxy.counts();
  const outcome = await app.inPage(`(${timeSignIn})(${JSON.stringify(user)})`);
  const { ms, failure, endedAtMs } = /** @type {Awaited<ReturnType<typeof timeSignIn>>} */ (
    outcome
  );
  if (failure !== null) throw new Error(`The sign-in did not work: ${failure}`);
  // The announcement is requested immediately afterwards, in the background.
  const after = proxy.counts(endedAtMs - distanceMs / 2);
  const requests = after.requests - before.requests;
  const connections = after.connections - before.connections;
  proxy.setRoundTrip(0);
  await untilQuiet(proxy);
  await app.inPage(`window.loader.signOut({}).then(() => (${waitForPhase})('signed-out'))`);
  await untilQuiet(proxy);
  return { ms, requests, connections };
}

/**
 * Waits for background requests: the announcement after a sign-in, the session after a sign-out.
 * @param {import('../slow-proxy.js').SlowProxy} proxy
 */
async function untilQuiet(proxy) {
  for (let before = -1; before !== proxy.counts().requests;) {
    before = proxy.counts().requests;
    await delay(quietMs);
  }
}
