// A load generator that costs little beside the server: plain sockets, one request in flight on
// each, answers read by content-length. Like a trusted proxy it claims many client addresses.
import { connect } from 'node:net';
import { once } from 'node:events';

/**
 * @typedef {{ status: number, body: string }} Reply
 * @typedef {object} Load
 * @property {string} url the server's origin
 * @property {number} connections
 * @property {number} requests in total
 * @property {(index: number) => string} path of the request with this number
 * @property {(reply: Reply, index: number) => boolean} right whether the answer is the expected one
 * @property {(index: number) => boolean} [timed] which requests are timed; default: all
 * @typedef {{ perSecond: number, p50: number, p99: number, times: number[], wrong: number, firstWrong: string }} Result times in ms
 */
const addresses = 4096;

/**
 * @param {Load} load
 * @returns {Promise<Result>}
 */
export async function runLoad({ url, connections, requests, path, right, timed = () => true }) {
  const { hostname, port } = new URL(url);
  /** @type {number[]} */
  const times = [];
  let next = 0;
  let wrong = 0;
  let firstWrong = '';
  const startedAt = performance.now();
  const one = async () => {
    const line = await openLine(hostname, Number(port));
    for (let index = next++; index < requests; index = next++) {
      const askedAt = performance.now();
      const reply = await line.ask(requestText(hostname, path(index), index));
      if (timed(index)) times.push(performance.now() - askedAt);
      if (right(reply, index)) continue;
      wrong += 1;
      firstWrong ||= `${reply.status} ${reply.body.slice(0, 200)}`;
    }
    line.end();
  };
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { perSecond: requests / seconds, p50: at(0.5), p99: at(0.99), times, wrong, firstWrong };
}

/**
 * Sends a single request; returns its answer as JSON.
 * @param {string} url the server's origin
 * @param {string} path
 */
export async function askOnce(url, path) {
  const { hostname, port } = new URL(url);
  const line = await openLine(hostname, Number(port));
  const reply = await line.ask(requestText(hostname, path, Math.floor(Math.random() * addresses)));
  line.end();
  return JSON.parse(reply.body);
}

/**
 * @param {string} host
 * @param {string} path
 * @param {number} index
 */
function requestText(host, path, index) {
  const address = index % addresses;
  const from = `10.9.${address >> 8}.${address & 255}`;
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${from}\r\n\r\n`;
}

/**
 * @param {string} host
 * @param {number} port
 */
async function openLine(host, port) {
  const socket = connect(port, host);
  socket.setNoDelay(true);
  await once(socket, 'connect');
  let buffered = '';
  /** @type {((reply: Reply) => void) | null} */
  let waiting = null;
  /** @type {((error: Error) => void) | null} */
  let failing = null;
  socket.setEncoding('latin1');
  socket.on('data', (/** @type {string} */ text) => {
    buffered += text;
    const reply = wholeReply(buffered);
    if (reply === null) return;
    buffered = '';
    waiting?.(reply);
  });
  socket.on('error', (error) => failing?.(error));
  socket.on('close', () => failing?.(new Error('The server closed the connection')));
  return {
    /** @param {string} request @returns {Promise<Reply>} */
    ask: (request) =>
      new Promise((resolve, reject) => {
        [waiting, failing] = [resolve, reject];
        socket.write(request);
      }),
    end() {
      failing = null;
      socket.destroy();
    },
  };
}

/**
 * @param {string} text
 * @returns {Reply | null}
 */
function wholeReply(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  if (text.length < end + 4 + length) return null;
  return { status: Number(text.slice(9, 12)), body: text.slice(end + 4) };
}
