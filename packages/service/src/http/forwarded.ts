// Reads the addresses that proxies report in X-Forwarded-For or Forwarded (RFC 7239).
import type { IncomingHttpHeaders } from 'node:http';
import { normaliseAddress } from '../addresses.ts';

/**
 * Yields the normal form of each reported address, the nearest first, and null for a hop without a
 * readable one: `unknown`, `_hidden`, or malformed. Yields one null for a header without hops.
 * Yields nothing without a header.
 * SECURITY: a proxy that sets X-Forwarded-For passes on a forged Forwarded header, so Forwarded is
 * read only without X-Forwarded-For.
 */
export function* reportedAddresses(headers: IncomingHttpHeaders): Generator<string | null> {
  const list = textOf(headers['x-forwarded-for']);
  const elements = list ?? textOf(headers.forwarded);
  if (elements === undefined) return;
  let isEmpty = true;
  // Empty elements are ignored in any list (RFC 9110, 5.6.1).
  for (const element of partsFromEnd(elements, ',')) {
    if (element.trim() === '') continue;
    isEmpty = false;
    yield list === undefined ? addressOfElement(element) : addressOfNode(element);
  }
  if (isEmpty) yield null;
}

/** Node joins repeated headers by commas. */
function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

/**
 * Splits a text outside quotes, and yields the last part first.
 * SECURITY: the client writes the beginning, and an open quote there must not hide the end.
 */
function* partsFromEnd(text: string, separator: ',' | ';'): Generator<string> {
  if (!text.includes('"')) return yield* text.split(separator).reverse();
  let end = text.length;
  let isQuoted = false;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at);
    if (character === '"' && !isEscaped(text, at)) isQuoted = !isQuoted;
    if (character !== separator || isQuoted) continue;
    yield text.slice(at + 1, end);
    end = at;
  }
  yield text.slice(0, end);
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (first > 0 && text.charAt(first - 1) === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** Returns the address of `for` in an element such as `for="[2001:db8::1]:4711";proto=https`. */
function addressOfElement(element: string): string | null {
  const nodes = [...partsFromEnd(element, ';')].flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    return name.trim().toLowerCase() === 'for' ? [value.join('=')] : [];
  });
  const [node, ...others] = nodes;
  return node === undefined || others.length > 0 ? null : addressOfNode(node);
}

/** A port of RFC 7239: a number, or a name that hides it. */
const port = '(?:[0-9]{1,5}|_[A-Za-z0-9._-]+)';
const bracketed = new RegExp(`^\\[([^\\]]*)\\](?::${port})?$`);
const withPort = new RegExp(`^([^"]*):${port}$`);

/** An IPv6 address with a port needs brackets; without them, the port can look like a group. */
function addressOfNode(text: string): string | null {
  const node = unquoted(text.trim());
  return (
    normaliseAddress(node) ??
    normaliseAddress(bracketed.exec(node)?.[1] ?? '') ??
    normaliseAddress(withPort.exec(node)?.[1] ?? '')
  );
}

function unquoted(text: string): string {
  const content = /^"(.*)"$/s.exec(text)?.[1];
  return content === undefined ? text : content.replace(/\\(.)/gs, '$1');
}
