// Clients that do with their connection what no library would: say nothing, read nothing, send without an end.
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawClient {
  readonly socket: Socket;
  /** Becomes true when the service has ended the connection, also where nothing is read from it. */
  readonly ended: Promise<true>;
}

/** `localAddress`: any of 127.0.0.0/8, each another network to the service. */
export async function rawClient(url: string, localAddress = '127.0.0.1'): Promise<RawClient> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const ended = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, ended };
}

/** Asks `times` on one connection and reads nothing; a request that never comes to its end tells when nobody listens any more. */
export function askAndStall({ socket }: RawClient, path: string, times = 1): void {
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times));
  const drip = setInterval(() => socket.write('\r\n'), 20);
  socket.once('close', () => clearInterval(drip));
}
