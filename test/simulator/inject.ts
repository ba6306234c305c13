// Passes a request to the handler of a simulated service, without a socket.
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { handlers } from './patch-io.ts';
import type { SimulatedProcess } from './processes.ts';

type Inject = (handler: RequestListener, request: InjectOptions) => Promise<LightMyRequestResponse>;

// The version that Fastify depends on.
const realInject = createRequire(import.meta.resolve('fastify'))('light-my-request') as Inject;

export function inject(
  server: SimulatedProcess,
  request: InjectOptions,
): Promise<LightMyRequestResponse> {
  const handler = handlers.get(server);
  if (handler === undefined) throw new Error(`${server.name} does not listen`);
  return server.run(() => realInject(handler, request));
}
