// The load of a bad neighbour, one customer of the service against the others. Runs in a separate
// thread, so that it does not slow the thread that measures.
import { Agent, request } from 'node:http';
import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';

/** @type {{ url: string, kind: string, application: { name: string, ownerid: string } }} */
const { url, kind, application } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const device = 'e'.repeat(64);
let requestCount = 0;

/**
 * @param {Readonly<Record<string, string>>} parameters
 * @returns {Promise<Record<string, unknown>>}
 */
function ask(parameters) {
  requestCount += 1;
  const address = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`;
  const { name, ownerid } = application;
  const query = new URLSearchParams({ name, ownerid, ...parameters }).toString();
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': address };
    request(`${url}/api/1.3/?${query}`, { agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text)));
    })
      .on('error', reject)
      .end();
  });
}

const { sessionid } = await ask({ type: 'init' });
const session = { sessionid: String(sessionid) };

/** @type {Readonly<Record<string, () => void>>} */
const kinds = {
  paused: () =>
    void ask({ ...session, type: 'login', username: 'paused', pass: 'right', hwid: device }),
  silent: () => {
    for (let index = 0; index < 6; index += 1)
      void ask({ ...session, type: 'webhook', webid: `silent-${index}` });
  },
  wrong: () => {
    for (let index = 0; index < 50; index += 1)
      void ask({
        ...session,
        type: 'login',
        username: `nobody ${requestCount}`,
        pass: 'wrong',
        hwid: device,
      });
  },
};
const everyMs = { paused: 1000 / 6, silent: 1000, wrong: 2000 }[kind] ?? 1000;
const act = kinds[kind] ?? (() => undefined);
act();
setInterval(act, everyMs);
