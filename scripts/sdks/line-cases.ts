// Vectors of the line that the loader writes to a program, and of a client's options.
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { createClient } from '@latchkey/client/index.ts';
import { kindOf, type Kind, type Verdict } from './reference.ts';
import { application, nextKey, otherApplication, serviceKey, strangerKey } from './signing.ts';

export interface LineCase extends Verdict {
  readonly name: string;
  /** The bytes on standard input, in base64. `value` is the session id. */
  readonly line: string;
  /** The keys that the program trusts. Its address is `pinnedAddress`. */
  readonly keys: string;
  readonly kind: Kind;
}

interface ExampleProgram {
  readonly readLine: (stdin: Readable) => Promise<{ readonly sessionid: string | null }>;
  readonly believe: (line: unknown, pinned: unknown) => { readonly sessionid: string | null };
}

const examplePath = '../../examples/protected-app/input.cjs';
const { readLine, believe } = createRequire(import.meta.url)(examplePath) as ExampleProgram; // as it exports

export const pinnedAddress = 'https://licenses.example.com/team/';

const fields = {
  v: 1,
  baseUrl: pinnedAddress,
  ...application,
  sessionid: 'the-session-of-anna',
  publicKey: serviceKey.publicKey,
  publicKeys: [serviceKey.publicKey],
  challenge: 'required',
  method: 'GET',
  options: {},
};

async function judgeLine(bytes: Buffer, keys: string): Promise<Verdict> {
  const pinned = { ...application, baseUrl: pinnedAddress, publicKeys: keys.split(',') };
  try {
    const line = believe(await readLine(Readable.from([bytes])), pinned);
    return { result: 'ok', value: line.sessionid ?? '' };
  } catch (error) {
    const kind = error instanceof Error && 'kind' in error ? error.kind : null;
    if (kind === 'line') return { result: 'no-line', value: '' };
    if (kind === 'unverified') return { result: 'other-service', value: '' };
    throw error;
  }
}

async function lineCase(
  name: string,
  text: string | Buffer,
  keys: string = serviceKey.publicKey,
): Promise<LineCase> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const verdict = await judgeLine(bytes, keys);
  return { name, line: bytes.toString('base64'), keys, ...verdict, kind: kindOf(verdict.result) };
}

const goodText = JSON.stringify(fields);
const [mine, next, stranger] = [serviceKey, nextKey, strangerKey].map(({ publicKey }) => publicKey);

const changes: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['a good line', {}],
  ['a field of a later version', { later: { deep: [] } }],
  ['options that the user chose', { options: { quality: 'Best', lang: 'Zoë 漢字' } }],
  ['a loader that is offline, with a pass', { sessionid: null, offline: 'a.b' }],
  ['a session and a pass', { offline: 'a.b' }],
  ['POST', { method: 'POST' }],
  ['an older loader, without options', { options: undefined }],
  ['an older loader, with one key', { publicKeys: undefined }],
  ['keys in capital letters', { publicKey: mine?.toUpperCase() }],
  ['the address without its final slash', { baseUrl: pinnedAddress.slice(0, -1) }],
  ['the address with more slashes', { baseUrl: `${pinnedAddress}//` }],
  ['another key that the loader trusts, too', { publicKeys: [mine, stranger] }],
  ['a changed key, with the pinned one in the list', { publicKey: next, publicKeys: [next, mine] }],
  ['another service', { baseUrl: 'https://evil.example.com/team/' }],
  ['another path', { baseUrl: 'https://licenses.example.com/other/' }],
  ['plain http', { baseUrl: 'http://licenses.example.com/team/' }],
  ['another application', otherApplication],
  ['another name', { name: otherApplication.name }],
  ['another owner', { ownerid: otherApplication.ownerid }],
  ['a key of a stranger', { publicKey: stranger, publicKeys: [stranger] }],
  ['no key', { publicKey: null }],
  ['no key, but a list', { publicKey: null, publicKeys: [mine] }],
  ['an empty list of keys', { publicKeys: [] }],
  ['answers without a challenge', { challenge: 'off' }],
  ['an unknown challenge mode', { challenge: 'maybe' }],
  ['no challenge mode', { challenge: undefined }],
  ['an unknown method', { method: 'PUT' }],
  ['no method', { method: undefined }],
  ['version 2', { v: 2 }],
  ['a version that is text', { v: '1' }],
  ['a version of true', { v: true }],
  ['no version', { v: undefined }],
  ['no address', { baseUrl: undefined }],
  ['an empty address', { baseUrl: '' }],
  ['an address that is no URL', { baseUrl: 'licenses.example.com' }],
  ['an address of a file', { baseUrl: 'file:///etc/passwd' }],
  ['an address that is a number', { baseUrl: 5 }],
  ['no name', { name: undefined }],
  ['an empty name', { name: '' }],
  ['no owner', { ownerid: undefined }],
  ['no session', { sessionid: undefined }],
  ['an empty session', { sessionid: '' }],
  ['a session of null, without a pass', { sessionid: null }],
  ['a session of null, with an empty pass', { sessionid: null, offline: '' }],
  ['a session that is a number', { sessionid: 5 }],
  ['a pass that is a number', { offline: 5 }],
  ['a pass of null', { offline: null }],
  ['a key of 63 digits', { publicKey: mine?.slice(1) }],
  ['a key of 65 digits', { publicKey: `${mine}0` }],
  ['a key that is not hex', { publicKey: `g${mine?.slice(1)}` }],
  ['a key and a line end', { publicKey: `${mine}\n` }],
  ['a key that is missing', { publicKey: undefined }],
  ['a bad key in the list', { publicKeys: [mine, 'x'] }],
  ['a list of keys that is text', { publicKeys: mine }],
  ['options of null', { options: null }],
  ['an option that is a number', { options: { quality: 5 } }],
  ['options that are text', { options: 'Best' }],
];

const texts: readonly (readonly [string, string])[] = [
  ['a line end after it', `${goodText}\n`],
  ['spaces around it', ` ${goodText} \r\n`],
  ['nothing', ''],
  ['a line end', '\n'],
  ['text', 'hello\n'],
  ['an array', `[${goodText}]`],
  ['null', 'null'],
  ['true', 'true'],
  ['two lines', `${goodText}\n${goodText}\n`],
  ['a cut line', goodText.slice(0, -1)],
  ['a byte order mark', `\ufeff${goodText}`],
  ['a line of more than 64 KiB', goodText.replace('{}', `{"x":"${'x'.repeat(65_536)}"}`)],
  ['a repeated session, the last one counts', goodText.replace(/\}$/, ',"sessionid":"other"}')],
];

export async function lineCases(): Promise<readonly LineCase[]> {
  const both = `${mine},${next}`;
  return Promise.all([
    ...changes.map(([name, more]) => lineCase(name, JSON.stringify({ ...fields, ...more }))),
    ...texts.map(([name, text]) => lineCase(name, text)),
    lineCase('a program that trusts two keys', goodText, both),
    lineCase('a program that trusts another key', goodText, String(next)),
    lineCase('a program whose keys are in capital letters', goodText, String(mine?.toUpperCase())),
  ]);
}

export interface OptionCase extends Pick<Verdict, 'result'> {
  readonly name: string;
  readonly address: string;
  readonly keys: string;
}

function optionCase(name: string, address: string, keys: readonly (string | undefined)[]) {
  const publicKeys = keys.map(String);
  const options = { baseUrl: address, ...application, version: '1', publicKeys };
  let result = 'ok';
  try {
    createClient(options).close();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    result = 'bad-options';
  }
  return { name, address, keys: publicKeys.join(','), result };
}

const addresses = [
  ...['https://licenses.example.com', 'https://licenses.example.com/', 'https://a.b/team/x'],
  ...['https://a.b:8443/', 'https://192.168.1.5', 'http://127.0.0.1:1337', 'http://[::1]:1337/x/'],
  ...['http://licenses.example.com', 'http://localhost:1337', 'http://127.0.0.1.evil.com/'],
  ...['http://127.0.0.1@evil.com/', 'http://[::2]/', 'http://192.168.1.5/', 'https://u:p@a.b/'],
  ...['https://a.b/?x=1', 'https://a.b/#x', 'ftp://a.b/', 'licenses.example.com', '', 'https://'],
  ...['file:///etc/passwd', 'javascript:alert(1)', 'https://a b/', '//a.b/'],
];

/** Points of small order, with which anyone can sign, among them a placeholder of zeros. */
const weakKeys = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0100000000000000000000000000000000000000000000000000000000000080',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
];

export function optionCases(): readonly OptionCase[] {
  const address = 'https://licenses.example.com';
  return [
    ...addresses.map((one) => optionCase(`address: ${one || 'nothing'}`, one, [mine])),
    optionCase('keys: two', address, [mine, next]),
    optionCase('keys: capital letters', address, [mine?.toUpperCase()]),
    optionCase('keys: none', address, []),
    optionCase('keys: 63 digits', address, [mine?.slice(1)]),
    optionCase('keys: not hex', address, [`z${mine?.slice(1)}`]),
    optionCase('keys: a line end', address, [`${mine}\n`]),
    optionCase('keys: a good and a bad one', address, [mine, 'x']),
    ...weakKeys.map((key) => optionCase(`keys: small order, ${key}`, address, [key])),
    optionCase('keys: a good one and zeros', address, [mine, weakKeys[0]]),
  ];
}
