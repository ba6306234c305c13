// Starts the service under attack, and a client of it that reuses its connections.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../../scripts/children.js';

let requestCount = 0;

/** Starts attacked-service.ts with a new, empty folder. @param {string} folder */
export async function startAttacked(folder) {
  const data = mkdtempSync(join(folder, 'data-'));
  const target = createServer((_request, response) => response.end('well'));
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  const address = target.address();
  if (address === null || typeof address === 'string') throw new Error('It listens at no port');
  const file = fileURLToPath(new URL('attacked-service.ts', import.meta.url));
  const args = [file, data, `127.0.0.1:${address.port}`];
  const child = startChild(process.execPath, args, { stdout: 'pipe', stderr: 2 });
  if (child.stdout === null) throw new Error('Its output is not read');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, own, other } = JSON.parse(String(line));
  const agent = new Agent({ keepAlive: true });
  return {
    url,
    own,
    other,
    data,
    pid: child.pid,
    /** @param {Readonly<Record<string, string>>} parameters */
    ask: (parameters) => ask(url, agent, { name: own.name, ownerid: own.ownerid, ...parameters }),
    async end() {
      agent.destroy();
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      target.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} url
 * @param {Agent} agent
 * @param {Readonly<Record<string, string>>} parameters
 * @returns {Promise<{ ms: number, body: Record<string, unknown> }>}
 */
function ask(url, agent, parameters) {
  const startedAt = performance.now();
  // Programs check from many addresses; a user signs in from one.
  const from =
    parameters['type'] === 'check' ? `198.51.100.${(requestCount += 1) % 250}` : '192.0.2.1';
  const headers = { 'x-forwarded-for': from };
  return new Promise((resolve, reject) => {
    const address = `${url}/api/1.3/?${new URLSearchParams(parameters).toString()}`;
    request(address, { agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        resolve({ ms: performance.now() - startedAt, body: JSON.parse(text) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
