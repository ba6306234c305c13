// Opens a connection by Node and one IP family, as a contrast to Chromium's choice of a family.
import { connect, isIP } from 'node:net';
import type { ConnectOutcome, IpFamily } from '../core/connection-check/ports.ts';
import { codeOf } from './file-errors.ts';

const limitMs = 2500;

/** Sends nothing, and closes the connection when it is open. */
export function connectBy(host: string, port: number, family: IpFamily): Promise<ConnectOutcome> {
  // Node ignores the family if the host is an address.
  if (isIP(host) !== 0 && isIP(host) !== family) return Promise.resolve('none');
  return new Promise((resolve) => {
    const socket = connect({ host, port, family, autoSelectFamily: false });
    const end = (outcome: ConnectOutcome) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(limitMs, () => end('silent'));
    socket.once('connect', () => end('open'));
    socket.once('error', (error) => end(outcomeOf(codeOf(error))));
  });
}

function outcomeOf(code: string): ConnectOutcome {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ETIMEDOUT') return 'silent';
  return code === 'ENOTFOUND' || code.startsWith('EAI_') ? 'none' : 'away';
}
