// Attacks the service's connections at full size: readers that stall, silent connections, endless
// bodies. Prints the memory before, during and after as the rows of docs/engineering/security.md.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { startAttacked } from './attacked.js';

const { fetch } = globalThis;
const mib = 1024 * 1024;
const [readers, networks, silent, bodies] = [500, 17, 4352, 20];
/** Bounds as multiples of the memory before: after the attack, and while readers stall. */
const [mostLeft, mostMeanwhile] = [1.5, 2];

/** @typedef {Awaited<ReturnType<typeof startAttacked>>} Service */

/** @type {import('../run-soak.js').Part} */
export const connectionAttacks = {
  title: 'Crowds that read nothing, say nothing or never end: memory and answers of the service',
  async run({ folder, say }) {
    mkdirSync(folder, { recursive: true });
    const service = await startAttacked(folder);
    /** @type {string[]} */
    const bad = [];
    try {
      const path = await fileOf(service);
      // Warm-up to the memory of a service in use: the first answers allocate most.
      for (let time = 0; time < 200; time += 1) await (await fetch(service.url + path)).text();
      for (const story of [stalledReaders, silentCrowd, endlessBodies]) {
        const { row, fault } = await story(service, path);
        say(row);
        if (fault !== null) bad.push(fault);
      }
    } finally {
      await service.end();
    }
    return { tried: 3, well: 3 - bad.length, bad, notes: [], isWhole: true };
  },
};

/** Uploads a file of 1 MiB; returns the path that answers with its content. @param {Service} service */
async function fileOf({ url, own, data, ask }) {
  const upload = join(data, 'upload', 'the-own-application');
  mkdirSync(upload, { recursive: true });
  writeFileSync(join(upload, 'tool.bin'), randomBytes(mib));
  const given = { sellerkey: own.sellerkey, type: 'upload', name: 'tool.bin', authed: '0' };
  const answer = await fetch(`${url}/api/seller/?${new URLSearchParams(given).toString()}`);
  const { id } = await answer.json();
  const { sessionid } = (await ask({ type: 'init' })).body;
  const parameters = { type: 'file', fileid: id, sessionid: String(sessionid) };
  const { name, ownerid } = own;
  return `/api/1.3/?${new URLSearchParams({ ...parameters, name, ownerid }).toString()}`;
}

/** @param {Service} service @param {string} path */
async function stalledReaders(service, path) {
  const before = heldBy(service);
  const crowd = await Promise.all(Array.from({ length: readers }, (_, at) => client(service, at)));
  for (const socket of crowd) {
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(3));
  }
  let most = before;
  // A reader has half a minute for every 64 KiB.
  for (let second = 0; second < 40; second += 1) {
    await pause(1000);
    most = Math.max(most, heldBy(service));
  }
  const slowest = await asksMeanwhile(service);
  for (const socket of crowd) socket.destroy();
  // Further requests make the service collect its garbage.
  for (let time = 0; time < 5000; time += 1) await service.ask({ type: 'check' });
  const after = heldBy(service);
  const row = `| ${readers} readers that stall | ${before} MiB before, ${most} MiB at most, ${after} MiB after; a check ${slowest} ms |`;
  if (most > mostMeanwhile * before)
    return { row, fault: `${most} MiB were held for readers that stall, ${before} before` };
  const fault = after > mostLeft * before ? `${after} MiB are left of ${before} before` : null;
  return { row, fault };
}

/** @param {Service} service */
async function silentCrowd(service) {
  const crowd = [];
  for (let begun = 0; begun < silent; begun += 128)
    crowd.push(
      ...(await Promise.all(Array.from({ length: 128 }, (_, at) => client(service, begun + at)))),
    );
  const slowest = await asksMeanwhile(service);
  const ended = crowd.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length;
  for (const socket of crowd) socket.destroy();
  const row = `| ${silent} silent connections of ${networks} networks | ${ended} were ended, first come first; 100 checks on new connections, the slowest ${slowest} ms |`;
  return { row, fault: slowest > 1000 ? `a check took ${slowest} ms beside a silent crowd` : null };
}

/** @param {Service} service */
async function endlessBodies(service) {
  const before = heldBy(service);
  const head =
    'POST /api/1.3/ HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n';
  const first = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n';
  const chunk = `${mib.toString(16)}\r\n${'x'.repeat(mib)}\r\n`;
  let [sent, ended, refused] = [0, 0, 0];
  let most = before;
  const send = async (/** @type {number} */ at) => {
    const socket = await client(service, at);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (data) => (refused += data.toString().startsWith('HTTP/1.1 413') ? 1 : 0));
    socket.write(`${head}${first.length.toString(16)}\r\n${first}\r\n`);
    // As fast as the socket accepts, for six seconds.
    for (const end = Date.now() + 6000; Date.now() < end && !socket.destroyed; sent += 1)
      if (!socket.write(chunk))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    ended += socket.destroyed ? 1 : 0;
    socket.destroy();
  };
  const watch = setInterval(() => (most = Math.max(most, heldBy(service))), 50);
  await Promise.all(Array.from({ length: bodies }, (_, at) => send(at)));
  clearInterval(watch);
  // Closing a connection that still receives data resets it, and the sender's system may then
  // discard the answer before it is read.
  const row = `| ${bodies} bodies in pieces without an end, for 6 s | ${ended} were ended, of which ${refused} read why (413), after ${sent} MiB in all; ${before} MiB before, ${most} MiB at most |`;
  const isWell = ended === bodies && most < mostLeft * before + 64;
  const fault = `${bodies - ended} bodies were read on; ${most} MiB held for them, ${before} before`;
  return { row, fault: isWell ? null : fault };
}

/** Times requests, each on a new connection. @param {Service} service */
async function asksMeanwhile({ url, own }) {
  let slowest = 0;
  const { name, ownerid } = own;
  const query = new URLSearchParams({ type: 'init', name, ownerid }).toString();
  for (let time = 0; time < 100; time += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/1.3/?${query}`, { headers: { connection: 'close' } });
    const { success } = await answer.json();
    if (success !== true) throw new Error('It does not answer');
    slowest = Math.max(slowest, performance.now() - startedAt);
  }
  return Math.round(slowest);
}

/** @param {Service} service @param {number} at */
async function client({ url }, at) {
  const localAddress = `127.0.${1 + (at % networks)}.1`;
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/** The process's resident memory in MiB. @param {Service} service */
function heldBy({ pid }) {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
