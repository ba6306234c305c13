// Clients that misuse a connection: they stay silent, never read, or never finish a request.
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawClient {
  readonly socket: Socket;
  /** Resolves when the service has closed the connection, even if nothing was read from it. */
  readonly ended: Promise<true>;
}

/** `localAddress` is any of 127.0.0.0/8. The service treats each as another network. */
export async function rawClient(url: string, localAddress = '127.0.0.1'): Promise<RawClient> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const ended = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, ended };
}

/**
 * Sends requests and reads no answer. An endless last request makes the socket fail once the
 * service closes the connection.
 */
export function askAndStall({ socket }: RawClient, path: string, times = 1): void {
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times));
  const drip = setInterval(() => socket.write('\r\n'), 20);
  socket.once('close', () => clearInterval(drip));
}
