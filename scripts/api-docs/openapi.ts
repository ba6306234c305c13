// Generates docs/openapi.json. Each API has one URL for all operations. The parameter `type`
// selects the request schema.
import {
  clientSpec,
  commonRefusals,
  sessionRefusals,
  type ClientSpec,
} from '@latchkey/protocol/client-spec.ts';
import { signatureHeader, successCode, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { allTexts } from '@latchkey/protocol/all-reasons.ts';
import { secondNamesOf, sellerApi } from '@latchkey/protocol/seller-api.ts';
import { sellerTexts, type SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { sellerFailure } from './failure-schema.ts';
import { answerOf, parametersOf, type Json } from './forms.ts';

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const nameOf = (side: 'Client' | 'Seller', type: string, what: string) =>
  `${side}${type.charAt(0).toUpperCase()}${type.slice(1)}${what}`;

export function makeOpenApi(version: string): Json {
  const clientTypes = Object.keys(clientSpec);
  const sellerTypes = Object.keys(sellerApi);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey license service',
      version,
      description:
        'Printed by "npm run docs". docs/api.md has the rules that apply to every operation: signature, challenge and status codes.',
    },
    servers: [{ url: 'https://license.example.com' }],
    paths: {
      '/api/1.3/': operations('Client', clientTypes, clientResponses(clientTypes)),
      '/api/seller/': operations('Seller', sellerTypes, sellerResponses(sellerTypes)),
    },
    components: {
      schemas: { ...clientSchemas(), ...sellerSchemas() },
      headers: {
        signature: {
          description: 'Ed25519 signature of the timestamp and the raw body, in hex.',
          required: true,
          schema: { type: 'string', pattern: '^[0-9a-f]{128}$' },
        },
        timestamp: {
          description: 'Time of the signature, in unix seconds.',
          required: true,
          schema: { type: 'string', pattern: '^[0-9]{10}$' },
        },
        retryAfter: {
          description: 'Seconds to wait.',
          schema: { type: 'string', pattern: '^[0-9]+$' },
        },
      },
    },
  };
}

function operations(side: 'Client' | 'Seller', types: readonly string[], responses: Json): Json {
  const request = {
    oneOf: types.map((type) => ref(nameOf(side, type, 'Request'))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        types.map((type) => [type, `#/components/schemas/${nameOf(side, type, 'Request')}`]),
      ),
    },
  };
  const summary =
    side === 'Client' ? 'Any operation of the client API' : 'Any operation of the seller API';
  return {
    get: {
      operationId: `get${side}`,
      summary: `${summary}, as a query`,
      parameters: [
        {
          name: 'parameters',
          in: 'query',
          required: true,
          style: 'form',
          explode: true,
          schema: request,
        },
      ],
      responses,
    },
    post: {
      operationId: `post${side}`,
      summary: `${summary}, as a form`,
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: request },
          'multipart/form-data': { schema: request },
        },
      },
      responses,
    },
  };
}

function clientResponses(types: readonly string[]): Json {
  const headers = {
    [signatureHeader]: { $ref: '#/components/headers/signature' },
    [timestampHeader]: { $ref: '#/components/headers/timestamp' },
  };
  const answer = (description: string, schema: Json, more: Json = {}) => ({
    description,
    headers: { ...headers, ...more },
    content: { 'application/json': { schema } },
  });
  const answers = types.map((type) => ref(nameOf('Client', type, 'Answer')));
  return {
    200: answer('Success. For a POST, also a failure.', {
      anyOf: [...answers, ref('ClientFailure')],
    }),
    400: answer('Failure of a GET.', ref('ClientFailure')),
    429: answer(
      'Rate limit: too many requests or wrong secrets, or the service is busy.',
      ref('ClientFailure'),
      {
        'Retry-After': { $ref: '#/components/headers/retryAfter' },
      },
    ),
    500: answer('Internal error.', ref('ClientFailure')),
  };
}

function sellerResponses(types: readonly string[]): Json {
  const answers = types.map((type) => ref(nameOf('Seller', type, 'Answer')));
  const answer = (description: string, schema: Json) => ({
    description,
    content: {
      'application/json': { schema },
      'text/plain': { schema: { type: 'string' } },
    },
  });
  return {
    200: answer('Success. With format=text, bare text.', { anyOf: answers }),
    400: answer('Failure, or an invalid seller key.', ref('SellerFailure')),
    429: answer('Rate limit: too many requests, or the service is busy.', ref('SellerFailure')),
    500: answer('Internal error.', ref('SellerFailure')),
  };
}

function requestSchema(
  type: string,
  summary: string,
  own: Json,
  spec: ClientSpec | SellerSpec,
  more: Json,
): Json {
  const parameters = parametersOf(spec.request);
  return {
    type: 'object',
    description: summary,
    properties: {
      type: { const: type },
      ...own,
      ...Object.fromEntries(
        parameters.map(({ name, json, words }) => [
          name,
          { ...json, description: words.replaceAll('`', '') },
        ]),
      ),
    },
    required: [
      'type',
      ...Object.keys(own).filter((name) => name === 'sellerkey'),
      ...parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ],
    ...more,
  };
}

function clientSchemas(): Json {
  const schemas = Object.entries(clientSpec).flatMap(([type, spec]: [string, ClientSpec]) => {
    const reasons = [...commonRefusals, ...sessionRefusals[spec.needs], ...spec.failures];
    const more = {
      'x-needs': spec.needs,
      ...(spec.sessionlessKind === undefined ? {} : { 'x-sessionless-kind': spec.sessionlessKind }),
      'x-reasons': [...new Set(reasons)],
    };
    return [
      [nameOf('Client', type, 'Request'), requestSchema(type, spec.summary, {}, spec, more)],
      [nameOf('Client', type, 'Answer'), withFields(answerOf(spec.success), clientEnvelope)],
    ];
  });
  return { ...(Object.fromEntries(schemas) as Json), ClientFailure: clientFailure }; // each entry is a name and a schema
}

const clientEnvelope: Json = {
  code: { const: successCode },
  nonce: { type: 'string', format: 'uuid' },
  ownerid: { type: 'string' },
};

const clientFailure: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    code: { type: 'integer' },
    message: { type: 'string' },
    ownerid: { type: 'string' },
    reason: { type: 'string', enum: Object.keys(allTexts) },
    challenge: { type: 'string' },
    type: { type: 'string' },
    status: { const: false },
    retryAfter: { type: 'integer', minimum: 1 },
    triesLeft: { type: 'integer', minimum: 0, maximum: 3 },
  },
  required: ['success', 'code', 'message', 'ownerid', 'reason'],
};

function sellerSchemas(): Json {
  const ofAll = {
    sellerkey: { type: 'string', format: 'password' },
    format: { type: 'string', enum: ['json', 'text'] },
  };
  const challenge = { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' };
  const schemas = Object.entries(sellerApi).flatMap(([type, spec]: [string, SellerSpec]) => {
    const more = {
      'x-failures': { ...spec.failures, ...sellerTexts },
      ...(spec.isExtension === true ? { 'x-own': true } : {}),
      ...(spec.also === undefined ? {} : { 'x-also': spec.also }),
      'x-second-names': secondNamesOf(type),
    };
    const isChange = spec.changes !== null && spec.isLookUp !== true;
    const own = { ...ofAll, ...(isChange && { challenge }) };
    const message = spec.message === null ? { type: 'string' } : { const: spec.message };
    const common = { success: { const: true }, message };
    return [
      [nameOf('Seller', type, 'Request'), requestSchema(type, spec.summary, own, spec, more)],
      [nameOf('Seller', type, 'Answer'), withFields(answerOf(spec.answer), common)],
    ];
  });
  return { ...(Object.fromEntries(schemas) as Json), SellerFailure: sellerFailure }; // each entry is a name and a schema
}

function withFields(answer: Json, more: Json): Json {
  const properties = (answer['properties'] ?? {}) as Json; // JSON Schema defines this type
  const required = (answer['required'] ?? []) as readonly string[]; // JSON Schema defines this type
  return {
    ...answer,
    properties: { ...more, ...properties },
    required: [...new Set([...required, ...Object.keys(more)])],
  };
}
