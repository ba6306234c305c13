// Explains a network error in one sentence for the user.
import { errorCode } from './problem.ts';

export function networkSentence(error: unknown, host: string, timeoutMs: number): string {
  const code = causeCode(error);
  if (error instanceof Error && error.name === 'TimeoutError')
    return `${host} did not answer within ${Math.round(timeoutMs / 1000)} seconds.`;
  const sentence = sentences(host)[code];
  if (sentence !== undefined) return sentence;
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return `The certificate of ${host} is not trusted (${code}). Nothing was sent.`;
  if (/SSL|TLS|EPROTO/.test(code))
    return `The HTTPS connection to ${host} failed (${code}). Nothing was sent.`;
  return `${host} cannot be reached (${code === '' ? 'unknown reason' : code}).`;
}

function sentences(host: string): Readonly<Record<string, string>> {
  const closed = `${host} closed the connection before it answered. The command may have been executed.`;
  return {
    ECONNREFUSED: `Nothing listens at ${host}. Is the service running?`,
    ENOTFOUND: `There is no host ${host}. Check --url.`,
    EAI_AGAIN: `The host ${host} could not be resolved. Is this machine online?`,
    ENETUNREACH: `${host} is unreachable. Is this machine online?`,
    EHOSTUNREACH: `${host} is unreachable. Is this machine online?`,
    ETIMEDOUT: `${host} did not accept the connection in time.`,
    UND_ERR_CONNECT_TIMEOUT: `${host} did not accept the connection in time.`,
    ECONNRESET: closed,
    EPIPE: closed,
    UND_ERR_SOCKET: closed,
  };
}

/**
 * Returns the code of the error or of its cause, or an empty text. The error of a host with several
 * addresses is an AggregateError.
 */
function causeCode(error: unknown): string {
  let fault = error;
  for (let depth = 0; depth < 5 && fault instanceof Error; depth += 1) {
    const code = errorCode(fault);
    if (code !== '') return code;
    fault = fault instanceof AggregateError ? fault.errors[0] : fault.cause;
  }
  return '';
}
