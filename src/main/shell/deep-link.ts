// Parses a deep link, which opens one of two forms and fills in a key.
// SECURITY: web pages can open such links, so a link that does not match exactly is unreadable.
import { maxNameLength } from '@latchkey/protocol/limits.ts';
import type { DeepLink } from '../../shared/session.ts';

/** The limit in UTF-16 units. */
const maxLinkLength = 512;
/** Shops and mail programs add parameters to a link. They have no effect. */
const linkPattern = /^(redeem|register)\/?\?([A-Za-z0-9._~%+=&-]+)$/;
/** Only characters that mail programs and browsers never encode (RFC 3986, unreserved). */
const keyPattern = /^key=([A-Za-z0-9._~-]+)$/;

/** `argument`: a command-line argument or a URL. Returns null if it has another scheme. */
export function readLink(scheme: string, argument: string): DeepLink | null {
  const start = `${scheme}:`;
  // Schemes ignore case (RFC 3986), and some systems capitalize them.
  if (argument.slice(0, start.length).toLowerCase() !== start) return null;
  const afterScheme = argument.slice(start.length);
  if (argument.length > maxLinkLength || !afterScheme.startsWith('//'))
    return { kind: 'unreadable' };
  const [, kind, query = ''] = linkPattern.exec(afterScheme.slice(2)) ?? [];
  const keys = query.split('&').filter((parameter) => parameter.startsWith('key='));
  const [, key = ''] = keyPattern.exec(keys[0] ?? '') ?? [];
  if (keys.length !== 1 || key === '' || key.length > maxNameLength) return { kind: 'unreadable' };
  return kind === 'redeem' || kind === 'register' ? { kind, key } : { kind: 'unreadable' };
}

/** Returns the link in a command line; unreadable if there are several, null if there is none. */
export function findLink(scheme: string, args: readonly string[]): DeepLink | null {
  const links = args.map((argument) => readLink(scheme, argument)).filter((one) => one !== null);
  return links.length > 1 ? { kind: 'unreadable' } : (links[0] ?? null);
}

/** Returns the arguments for a relaunch, without links, which this start has handled. */
export function withoutLinks(
  scheme: string | undefined,
  args: readonly string[],
): readonly string[] {
  if (scheme === undefined) return args;
  return args.filter((argument) => readLink(scheme, argument) === null);
}
