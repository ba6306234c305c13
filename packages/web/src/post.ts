// Sends a request of a page to the service that served it.
import { RequestFailed } from './failure.ts';

/** Texts by name. Undefined parameters are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

const waitMs = 30_000;
const sessionHeader = 'x-latchkey-session';

export interface PageService {
  /** The path of the operations, with a slash at the end. */
  readonly path: string;
  /** The name under which the browser stores the page's part of the session id. */
  readonly sessionName: string;
}

/** `shown` names whom the page shows; the service refuses when somebody else is signed in. */
export type Post = (
  operation: string,
  parameters?: Parameters,
  shown?: string,
) => Promise<Readonly<Record<string, unknown>>>;

/** Returns a function that returns the fields of a successful answer, and throws RequestFailed. */
export function createPost({ path, sessionName }: PageService): Post {
  return async (operation, parameters = {}, shown = '') => {
    const part = localStorage.getItem(sessionName);
    const response = await send(`${path}${operation}`, parameters, {
      ...(shown !== '' && { 'x-latchkey-as': shown }),
      ...(part !== null && { [sessionHeader]: part }),
    });
    storeSession(sessionName, response.headers.get(sessionHeader));
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
  };
}

async function send(
  url: string,
  parameters: Parameters,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-latchkey': '1',
        ...headers,
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

/**
 * Over plain http on this machine, the page stores a part of the session id. An empty part removes
 * the stored one, as after a sign-out.
 */
function storeSession(sessionName: string, part: string | null): void {
  if (part === '') localStorage.removeItem(sessionName);
  else if (part !== null) localStorage.setItem(sessionName, part);
}

async function readAnswer(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null ? { ...answer } : null;
  } catch {
    return null;
  }
}
