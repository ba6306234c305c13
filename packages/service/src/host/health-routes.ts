// Adds GET and HEAD of `/healthz` and `/readyz` for load balancers (docs/operating.md#health). The
// answers are unsigned, contain no data of an application, and count towards no request limit.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { livePath, readyPath } from '../http/paths.ts';
import { noteOutcome } from '../http/request-log.ts';
import type { Readiness } from './readiness.ts';

export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  const method = ['GET', 'HEAD'];
  app.route({
    method,
    url: livePath,
    handler: (_request, reply) => send(reply, 200, { alive: true }),
  });
  app.route({
    method,
    url: readyPath,
    handler: async (_request, reply) => {
      const reasons = await readiness.reasons();
      const ready = reasons.length === 0;
      noteOutcome(reply, ready ? 'ok' : 'not-ready');
      return send(reply, ready ? 200 : 503, { ready, reasons });
    },
  });
}

function send(reply: FastifyReply, status: 200 | 503, body: object): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
