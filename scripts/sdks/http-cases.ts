// Vectors of HTTP: how a client reports what the server at `path` does (fault-server.ts).
import { kindOf, type Kind, type Verdict } from './reference.ts';

/** What the client of every case must send, so that each case also checks the encoding. */
export const login = {
  username: 'Zoë & Co. 漢字',
  password: ' a+b=c&d %41 "ä" 🎂\\ ',
} as const;

export const file = { id: 'level 1/ä', bytes: 200_000 } as const;

export interface HttpCase extends Verdict {
  readonly name: string;
  readonly operation: 'login' | 'download';
  /** One of the addresses of the server. */
  readonly address: 'server' | 'closed' | 'not-tls' | 'self-signed';
  /** Follows the address; the client appends its own path. */
  readonly path: string;
  readonly timeoutSeconds: number;
  readonly kind: Kind;
  readonly or: string;
}

type Row = readonly [path: string, result: string, or?: string];

const logins: readonly Row[] = [
  ['good', 'ok'],
  ['chunked', 'ok'],
  ['gzip', 'ok'],
  ['header-case', 'ok'],
  ['content-type', 'ok'],
  ['session-gone-once', 'ok'],
  ['session-gone-always', 'session-gone'],
  ['refused', 'bad-credentials'],
  ['init-refused', 'update-required'],
  ['init-forged', 'bad-signature'],
  ['forged', 'bad-signature'],
  ['replayed', 'bad-signature'],
  ['unsigned', 'bad-signature'],
  ['gzip-bomb', 'bad-reply'],
  ['gzip-broken', 'bad-reply'],
  ['large', 'bad-reply'],
  ['endless', 'bad-reply'],
  ['no-http', 'bad-reply', 'interrupted'],
  ['not-found', 'bad-reply'],
  ['html', 'captive-portal'],
  ['redirect-301', 'captive-portal'],
  ['redirect-302', 'captive-portal'],
  ['redirect-307', 'captive-portal'],
  ['redirect-out', 'captive-portal'],
  ['network-sign-in', 'captive-portal'],
  ['proxy-asks', 'proxy-auth'],
  ['fault', 'server-down'],
  ['signed-fault', 'server-down'],
  ['overload', 'server-down'],
  ['reset', 'interrupted'],
  ['ended', 'interrupted'],
  ['half-length', 'interrupted'],
  ['half-chunked', 'interrupted'],
  ['reset-body', 'interrupted'],
  ['silent', 'timeout'],
  ['stalled-head', 'timeout'],
  ['stalled-body', 'timeout'],
  ['dripping-head', 'timeout'],
  ['dripping-body', 'timeout'],
];

const downloads: readonly Row[] = [
  ['good', 'ok'],
  ['chunked', 'ok'],
  ['empty-file', 'ok'],
  ['file-refused', 'file-unknown'],
  ['file-damaged', 'bad-download'],
  ['file-short', 'bad-download'],
  ['file-long', 'bad-download'],
  ['file-endless', 'bad-download'],
  ['file-missing', 'bad-download'],
  ['file-fault', 'server-down'],
  ['file-cut', 'interrupted'],
  ['file-stalled', 'timeout'],
  ['file-redirect', 'captive-portal'],
  ['file-elsewhere', 'bad-reply'],
];

const values = { login: login.username, download: String(file.bytes) };

function httpCase(
  operation: HttpCase['operation'],
  [path, result, or = '']: Row,
  address: HttpCase['address'] = 'server',
): HttpCase {
  const value = result === 'ok' ? values[operation] : '';
  return {
    name: `${operation}: ${address === 'server' ? path : address}`,
    operation,
    address,
    path: `/${path}`,
    timeoutSeconds: result === 'timeout' ? 1 : 20,
    result,
    value: path === 'empty-file' ? '0' : value,
    kind: kindOf(result),
    or,
  };
}

export function httpCases(): readonly HttpCase[] {
  return [
    ...logins.map((row) => httpCase('login', row)),
    ...downloads.map((row) => httpCase('download', row)),
    httpCase('login', ['good', 'unreachable'], 'closed'),
    httpCase('login', ['good', 'tls'], 'not-tls'),
    httpCase('login', ['good', 'tls'], 'self-signed'),
  ];
}
