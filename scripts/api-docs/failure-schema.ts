// The JSON Schema of failures of the seller API.
import { failureCodes, type FailureFacts } from '@latchkey/protocol/seller-failures.ts';
import { sellerScopes } from '@latchkey/protocol/seller-scopes.ts';
import type { Json } from './forms.ts';

const text: Json = { type: 'string' };
const failureFacts: Readonly<Record<keyof FailureFacts, Json>> = {
  parameter: text,
  encoding: text,
  scope: { type: 'string', enum: [...sellerScopes] },
  retryAfter: { type: 'integer', minimum: 0 },
  operation: text,
  rows: { type: 'integer', minimum: 0 },
  subscriptions: {
    type: 'array',
    items: { type: 'object', properties: { name: text, level: text }, required: ['name', 'level'] },
  },
  subscription: text,
  level: text,
  amount: { type: 'integer' },
  days: { type: 'number' },
  detail: text,
};

export const sellerFailure: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string' },
    code: { type: 'string', enum: [...failureCodes].sort() },
    ...failureFacts,
  },
  required: ['success', 'message', 'code'],
};
