// A TCP proxy that simulates distance to a service: data is delayed by half a round trip, in order,
// and a new connection by one more round trip for its handshake. Counts connections and requests.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * @typedef {object} SlowProxy
 * @property {string} url
 * @property {(roundTripMs: number) => void} setRoundTrip
 * @property {(untilMs?: number) => { connections: number, requests: number }} counts since the proxy was opened
 * @property {() => void} close
 */

/**
 * @param {string} target origin of the service
 * @returns {Promise<SlowProxy>}
 */
export async function openSlowProxy(target) {
  const { hostname, port } = new URL(target);
  let roundTripMs = 0;
  let connections = 0;
  /** @type {number[]} */
  const requestsAtMs = [];
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();

  const server = createServer({ noDelay: true }, (client) => {
    connections += 1;
    const service = connect({ host: hostname, port: Number(port), noDelay: true });
    const acceptedAtMs = Date.now();
    const handshakeMs = roundTripMs;
    for (const socket of [client, service]) {
      sockets.add(socket);
      // The end of one side ends the other; the loader reports the error.
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    client.on('data', (piece) => {
      requestsAtMs.push(Date.now());
      const handshakeLeftMs = Math.max(0, acceptedAtMs + handshakeMs - Date.now());
      later(handshakeLeftMs + roundTripMs / 2, () => service.write(piece));
    });
    service.on('data', (piece) => later(roundTripMs / 2, () => client.write(piece)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    setRoundTrip: (ms) => (roundTripMs = ms),
    counts: (untilMs = Number.POSITIVE_INFINITY) => ({
      connections,
      requests: requestsAtMs.filter((atMs) => atMs <= untilMs).length,
    }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * @param {number} ms
 * @param {() => void} then
 */
function later(ms, then) {
  if (ms <= 0) then();
  else setTimeout(then, ms);
}
