// Reads what a link of this program's own scheme asks for: one of two forms, and a key to fill in. Pure.
// SECURITY: whatever is on a web page or in a mail may open such a link, so it is data from strangers: what is not of exactly this
// form, in these characters, asks for nothing.
import { maxNameLength } from '@latchkey/protocol/limits.ts';
import type { Link } from '../../shared/session.ts';

/** In UTF-16 units. */
const maxLinkLength = 512;
/** A key in the characters that no mail program or browser writes in another way (RFC 3986, unreserved), as long as the bridge takes. */
const form = /^(redeem|register)\/?\?key=([A-Za-z0-9._~-]+)$/;

/** `argument`: one whole argument of a command line, or one address. null: it is no link of this scheme. */
export function readLink(scheme: string, argument: string): Link | null {
  const start = `${scheme}:`;
  // Schemes are the same in any case (RFC 3986), and some systems capitalize.
  if (argument.slice(0, start.length).toLowerCase() !== start) return null;
  const rest = argument.slice(start.length);
  if (argument.length > maxLinkLength || !rest.startsWith('//')) return { kind: 'unreadable' };
  const [, kind, key = ''] = form.exec(rest.slice(2)) ?? [];
  if (key.length > maxNameLength) return { kind: 'unreadable' };
  return kind === 'redeem' || kind === 'register' ? { kind, key } : { kind: 'unreadable' };
}

/** The link in a command line, without the program itself; of several none can be meant. null: there is none. */
export function linkAmong(scheme: string, given: readonly string[]): Link | null {
  const links = given.map((argument) => readLink(scheme, argument)).filter((one) => one !== null);
  return links.length > 1 ? { kind: 'unreadable' } : (links[0] ?? null);
}

/** For a start of the program by itself: what a link asked for was taken up before. */
export function withoutLinks(
  scheme: string | undefined,
  given: readonly string[],
): readonly string[] {
  if (scheme === undefined) return given;
  return given.filter((argument) => readLink(scheme, argument) === null);
}
