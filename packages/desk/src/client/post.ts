// Sends a request of the desk to the service that served the page.
import { RequestFailed } from './failure.ts';

/** Texts by name. Undefined parameters are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

const waitMs = 30_000;

/**
 * Returns the fields of a successful answer. Throws RequestFailed. `shown` names the person and
 * application that the page shows; the service refuses when another person is signed in.
 */
export async function post(
  operation: string,
  parameters: Parameters = {},
  shown = '',
): Promise<Readonly<Record<string, unknown>>> {
  const response = await send(operation, parameters, shown);
  const answer = await readAnswer(response);
  if (answer?.['success'] === true) return answer;
  const { success: _, code, message, retryAfter, ...facts } = answer ?? {};
  const waits = Number(retryAfter ?? response.headers.get('retry-after') ?? Number.NaN);
  throw new RequestFailed({
    code: typeof code === 'string' ? code : `http-${response.status}`,
    message: typeof message === 'string' ? message : '',
    retryAfter: Number.isFinite(waits) ? waits : null,
    facts,
  });
}

async function send(operation: string, parameters: Parameters, shown: string): Promise<Response> {
  try {
    return await fetch(`/desk/api/${operation}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-latchkey': '1',
        ...(shown !== '' && { 'x-latchkey-as': shown }),
      },
      body: JSON.stringify(parameters),
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
    });
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    const code = timedOut ? 'no-answer-in-time' : 'no-connection';
    throw new RequestFailed({ code, message: '', retryAfter: null, facts: {} });
  }
}

async function readAnswer(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null ? { ...answer } : null;
  } catch {
    return null;
  }
}
