// Reads the private file of mail settings: `{ "url": "smtps://user:password@host", "from": "…",
// "publicUrl": "https://…" }`.
// SECURITY: it contains a password, so it must be owner-only, and no error repeats its content.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { decodeUtf8, faultSentence } from '@latchkey/protocol/utf8.ts';
import { z } from 'zod';
import { StartProblem, errorCode } from '../start-problem.ts';

const loopback = new Set(['127.0.0.1', '[::1]']);

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isServer(text: string): boolean {
  const url = urlOf(text);
  if (url === null || url.hostname === '') return false;
  if (unescaped(url.username) === null || unescaped(url.password) === null) return false;
  return url.protocol === 'smtps:' || url.protocol === 'smtp:';
}

/** Returns null if the escaped bytes are not UTF-8. */
function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function isPublicUrl(text: string): boolean {
  const url = urlOf(text);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname));
}

const schema = z.strictObject({
  url: z.string().refine(isServer),
  from: z.string().regex(/^[^\p{Cc}]{0,100}?[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u),
  publicUrl: z.string().refine(isPublicUrl),
});

const allowedValues: Readonly<Record<string, string>> = {
  url: 'smtps://user:password@host:port, or smtp:// with STARTTLS, with escapes of UTF-8',
  from: 'an e-mail, or a name and an e-mail in <>',
  publicUrl: 'the https URL at which users reach this service, without a query',
};

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** Whether TLS starts with the first byte. Otherwise, STARTTLS is required unless `local`. */
  readonly secure: boolean;
  readonly local: boolean;
  readonly user: string;
  readonly password: string;
  readonly from: string;
  /** The URL at which users reach this service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Throws StartProblem, which names the invalid field and its allowed values. */
export function readMailSettings(file: string): MailSettings {
  const parsed = schema.safeParse(parse(file));
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? '');
    const hint = allowedValues[name];
    throw new StartProblem(
      hint === undefined
        ? `The mail settings ${file} must have url, from and publicUrl, and nothing else.`
        : `The mail settings ${file} have an invalid "${name}". It must be ${hint}.`,
    );
  }
  const { url, from, publicUrl } = parsed.data;
  const server = new URL(url);
  const secure = server.protocol === 'smtps:';
  return {
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: server.port === '' ? (secure ? 465 : 587) : Number(server.port),
    secure,
    local: loopback.has(server.hostname),
    user: unescaped(server.username) ?? '',
    password: unescaped(server.password) ?? '',
    from,
    publicUrl: publicUrl.replace(/\/+$/, ''),
  };
}

function parse(file: string): unknown {
  const text = read(file);
  try {
    return JSON.parse(text);
  } catch {
    // SECURITY: the error has no cause, because the cause repeats part of the file.
    throw new StartProblem(`The mail settings ${file} are not JSON.`);
  }
}

function read(file: string): string {
  let handle: number | null = null;
  try {
    // Does not block if the file is a pipe without a writer.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(handle);
    if (!stats.isFile())
      throw new StartProblem(`The mail settings ${file} are not a regular file.`);
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
      throw new StartProblem(
        `The mail settings ${file} can be read by other users. Run "chmod 600" on the file, and change the password in it if others have read it.`,
      );
    const decoded = decodeUtf8(readFileSync(handle));
    if (!decoded.ok) throw new StartProblem(faultSentence(file, decoded));
    return decoded.text;
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`The mail settings ${file} cannot be read (${errorCode(error)}).`, {
      cause: error,
    });
  } finally {
    if (handle !== null) closeSync(handle);
  }
}
