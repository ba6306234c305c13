// A seller API client for tests that checks every answer against the specification in docs/api.md.
import { expect } from 'vitest';
import { sellerApi, sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import {
  commonTexts,
  isFailureCode,
  type FailureFacts,
} from '@latchkey/protocol/seller-failures.ts';
import { bulkProgress, bulkRunningText, type SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { dryRunText } from '@latchkey/protocol/seller/dry-run.ts';
import { expectNoOtherApplications, withoutNeighbour } from './bystanders/answers.ts';
import type { TestService } from './service.ts';

export interface SellerAnswer {
  readonly status: number;
  readonly success: boolean;
  readonly message: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export type AskSeller = (
  type: string,
  parameters?: Readonly<Record<string, string>>,
) => Promise<SellerAnswer>;

/** Sends by GET, with the test application's seller key unless `parameters` has another. */
export function sellerOf(service: Pick<TestService, 'url' | 'app'>): AskSeller {
  return async (type, parameters = {}) => {
    const all = { sellerkey: service.app.sellerkey, type, ...parameters };
    const query = new URLSearchParams(all).toString();
    const response = await fetch(`${service.url}/api/seller/?${query}`);
    const text = await response.text();
    expectNoOtherApplications(text);
    const body = withoutNeighbour(JSON.parse(text) as SellerAnswer['body']); // checked against its schema below
    const answer = {
      status: response.status,
      success: body['success'] === true,
      message: String(body['message']),
      body,
    };
    expect(body['message']).toBeTypeOf('string');
    expect(body['success']).toBeTypeOf('boolean');
    const known = sellerTypeOf(type);
    if (known !== null) checkAgainst(sellerApi[known], answer);
    return answer;
  };
}

function checkAgainst(spec: SellerSpec, { status, success, message, body }: SellerAnswer): void {
  if (!success) {
    checkCode(spec, message, body);
    expect([400, 429, 500]).toContain(status);
    return;
  }
  expect(status).toBe(200);
  if (body['underway'] !== undefined) {
    expect(message.startsWith(`${bulkRunningText}: `)).toBe(true);
    expect(Object.keys(body)).toEqual(['success', 'message', 'underway']);
    bulkProgress.parse(body['underway']);
    return;
  }
  const dryText = body['dryrun'] === true ? `${dryRunText}: ` : '';
  if (spec.message !== null) expect(message).toBe(dryText + spec.message);
  const { success: _success, message: _message, ...fields } = body;
  spec.answer.strict().parse(fields);
}

const factNames: readonly (keyof FailureFacts | 'reason')[] = [
  ...(['parameter', 'encoding', 'reason', 'scope', 'retryAfter', 'operation', 'rows'] as const),
  ...(['subscriptions', 'subscription', 'level', 'amount', 'days', 'detail'] as const),
];

/** The message is that of its code in the specification. The code comes first, then facts. */
function checkCode({ failures }: SellerSpec, message: string, body: SellerAnswer['body']): void {
  const { success: _success, message: _message, code, ...others } = body;
  const texts: Readonly<Record<string, string>> = { ...commonTexts, ...failures };
  const text = texts[String(code)];
  expect(isFailureCode(String(code))).toBe(true);
  if (text === undefined) expect(message).toMatch(/^(The|A) (parameter|name)|given twice/i);
  else expect(isText(message, text), `${String(code)}: ${message}`).toBe(true);
  expect(Object.keys(body).slice(0, 3)).toEqual(['success', 'message', 'code']);
  expect(
    Object.keys(others).filter((name) => !(factNames as readonly string[]).includes(name)),
  ).toEqual([]);
  if (code === 'scope-missing') expect(others).toMatchObject({ reason: 'scope' });
}

/** Some texts are followed by details. */
function isText(message: string, text: string): boolean {
  return message === text || message.startsWith(`${text}. `) || message.startsWith(`${text}: `);
}

/** Returns the body of a `format=text` answer: text for a success, JSON for a failure. */
export async function sellerText(
  service: Pick<TestService, 'url' | 'app'>,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const all = { sellerkey: service.app.sellerkey, format: 'text', ...parameters };
  const response = await fetch(`${service.url}/api/seller/?${new URLSearchParams(all).toString()}`);
  const type = response.ok && parameters['type'] !== 'activate' ? 'text/plain' : 'application/json';
  expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  const text = await response.text();
  expectNoOtherApplications(text);
  return text;
}
