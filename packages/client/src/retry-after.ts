// Reads the pause that an unsigned answer of a server or gateway asks for (RFC 9110, 10.2.3).

type Headers = Readonly<Record<string, string>>;

/** SECURITY: nobody signed the header, so a stranger could otherwise stop a client for days. */
const maxUnsignedPauseMs = 600_000;

/**
 * Returns the pause in milliseconds, at most ten minutes, or null if the header is missing or
 * invalid. The names of `headers` must be in lower case.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = (headers['retry-after'] ?? '').trim();
  const askedMs = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : untilDate(text, headers, nowMs);
  return askedMs === null ? null : Math.min(Math.max(askedMs, 0), maxUnsignedPauseMs);
}

/** Returns the milliseconds until a date, by the server's clock if the answer has a `Date`. */
function untilDate(text: string, headers: Headers, nowMs: number): number | null {
  const at = httpDate(text);
  return at === null ? null : at - (httpDate(headers['date'] ?? '') ?? nowMs);
}

/** Parses only the form that servers must send. Date.parse accepts any text with a number. */
function httpDate(text: string): number | null {
  const isDate = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;
  // oxlint-disable-next-line no-restricted-globals -- parses a text and reads no clock
  const at = isDate.test(text.trim()) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}
