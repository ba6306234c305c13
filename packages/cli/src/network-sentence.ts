// Explains network errors by their code.
import { errorCode } from './problem.ts';

export function networkSentence(error: unknown, host: string, timeoutMs: number): string {
  const code = causeCode(error);
  if (error instanceof Error && error.name === 'TimeoutError')
    return `${host} did not answer within ${Math.round(timeoutMs / 1000)} seconds.`;
  const sentence = sentences(host)[code];
  if (sentence !== undefined) return sentence;
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return `The certificate of ${host} cannot be trusted (${code}); nothing was sent.`;
  if (/SSL|TLS|EPROTO/.test(code))
    return `${host} does not speak HTTPS as it should (${code}); nothing was sent.`;
  return `${host} cannot be reached (${code === '' ? 'no reason given' : code}).`;
}

function sentences(host: string): Readonly<Record<string, string>> {
  const cut = `${host} ended the connection before it had answered; whether it did what was asked is not known.`;
  return {
    ECONNREFUSED: `Nothing listens at ${host}: is the service running there?`,
    ENOTFOUND: `The name ${host} is not known; check --url.`,
    EAI_AGAIN: `The name ${host} could not be looked up: is this machine online?`,
    ENETUNREACH: `There is no way to ${host}: is this machine online?`,
    EHOSTUNREACH: `There is no way to ${host}: is this machine online?`,
    ETIMEDOUT: `${host} did not accept the connection in time.`,
    UND_ERR_CONNECT_TIMEOUT: `${host} did not accept the connection in time.`,
    ECONNRESET: cut,
    EPIPE: cut,
    UND_ERR_SOCKET: cut,
  };
}

/** fetch nests the error in `cause`, and once more for names with several addresses. */
function causeCode(error: unknown): string {
  let fault = error;
  for (let depth = 0; depth < 5 && fault instanceof Error; depth += 1) {
    const code = errorCode(fault);
    if (code !== '') return code;
    fault = fault instanceof AggregateError ? fault.errors[0] : fault.cause;
  }
  return '';
}
