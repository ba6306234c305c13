// Requests for measuring the service: sessions, sign-ins, redeems, and loads without wrong answers.
import { askOnce, runLoad } from './load.js';
import { clientPath, hwid, password, userName } from './seed.js';
import { startService } from './server.js';

export const users = 200;
/** The first requests compile the code of a new process; a real service runs for weeks. */
export const warmUp = 24_000;

/**
 * @param {string} sessionid
 * @param {number} index
 * @param {string | undefined} key
 */
export function redeemOf(sessionid, index, key = '') {
  return { type: 'upgrade', sessionid, username: userName(index % users), key };
}

/**
 * @template T
 * @param {string} data
 * @param {(url: string) => Promise<T>} use
 * @param {typeof import('./server.js').startServiceOnSlowDisk} [start]
 */
export async function withService(data, use, start = startService) {
  const server = await start(data);
  try {
    return await use(server.url);
  } finally {
    await server.end();
  }
}

/**
 * @param {import('./load.js').Load} load
 * @param {number} [first] warm-up requests
 */
export async function warmLoad(load, first = warmUp) {
  allRight(await runLoad({ ...load, requests: first }));
  return allRight(await runLoad(load));
}

/**
 * Signs in the first users and returns their sessions.
 * @param {string} url
 * @param {number} count
 * @returns {Promise<string[]>}
 */
export async function signIn(url, count) {
  const sessions = [];
  for (let index = 0; index < count; index += 1) {
    const { sessionid } = await askOnce(url, clientPath({ type: 'init' }));
    const answer = await askOnce(url, clientPath(loginOf(sessionid, index)));
    if (answer.success !== true) throw new Error(`Signing in failed: ${answer.message}`);
    sessions.push(sessionid);
  }
  return sessions;
}

/**
 * @param {string} sessionid
 * @param {number} user
 */
export function loginOf(sessionid, user) {
  return { type: 'login', sessionid, username: userName(user), pass: password, hwid };
}

/**
 * A load of `check` with a connection for each session.
 * @param {string} url
 * @param {readonly string[]} sessions
 * @param {number} requests
 * @returns {import('./load.js').Load}
 */
export function checksOf(url, sessions, requests) {
  const path = (/** @type {number} */ index) =>
    clientPath({ type: 'check', sessionid: sessions[index % sessions.length] ?? '' });
  return { url, connections: sessions.length, requests, path, right: hasBody };
}

/** @param {import('./load.js').Reply} reply */
export function hasBody({ body }) {
  return body.startsWith('{"success":true');
}

/** @param {import('./load.js').Result} result */
export function allRight(result) {
  if (result.wrong > 0)
    throw new Error(`${result.wrong} answers were wrong, such as ${result.firstWrong}`);
  return result;
}
