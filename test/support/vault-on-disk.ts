// A real vault in a temporary folder. Its fake key store inverts every bit and records its calls.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';
import type { KeyStore } from '../../src/main/adapters/key-store.ts';
import { createVault, type VaultParts } from '../../src/main/adapters/vault.ts';
import type { SaveOptions, SavedSignIn, SignInMethod, Vault } from '../../src/main/core/ports.ts';
import { serviceHash } from '../../src/main/core/session/service-hash.ts';

export const anna = {
  kind: 'password',
  username: 'anna',
  password: 'correct horse 🐎 &type=upgrade#',
} as const;
export const bob = { kind: 'password', username: 'bob', password: 'battery staple' } as const;
/** Returns the expected content of the last used entry. */
export const expectedEntry = (method: SavedSignIn['method'], auto = true) => ({ method, auto });
const defaultOptions: SaveOptions = { auto: true, replacesId: null };
export const testServiceHash = serviceHash({
  ownerid: 'abcdefghij',
  name: 'Here',
  baseUrl: 'https://a.example',
});

const broken = () => new Error(`broken key store for ${anna.password}`);
export const throws = (): never => {
  throw broken();
};
export const rejects = (): Promise<never> => Promise.reject(broken());

const invertBits = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0xff));
export const sealText = (text: string, mark = 'v11') =>
  Buffer.concat([Buffer.from(mark), invertBits(Buffer.from(text))]);
const markOf = (bytes: Buffer) => bytes.toString('latin1', 0, 3);
function openText(bytes: Buffer): string {
  if (!/^v1[12]$/.test(markOf(bytes))) throw new Error('no cipher text');
  return invertBits(bytes.subarray(3)).toString('utf8');
}

export const plainKeyStore: KeyStore = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: (text) => Promise.resolve(sealText(text)),
  decryptStringAsync: (bytes) =>
    Promise.resolve({ result: openText(bytes), shouldReEncrypt: false }),
};

/** A key store with a new key. It decrypts old texts and requests their re-encryption. */
export const rotatedStore: Partial<KeyStore> = {
  encryptStringAsync: (text) => Promise.resolve(sealText(text, 'v12')),
  decryptStringAsync: (bytes) =>
    Promise.resolve({ result: openText(bytes), shouldReEncrypt: markOf(bytes) !== 'v12' }),
};

/** Encrypts a value like the fake key store. */
export function seal(content: unknown): Buffer {
  return sealText(JSON.stringify(content));
}

export function unseal(base64: string | undefined): unknown {
  return JSON.parse(openText(Buffer.from(base64 ?? '', 'base64')));
}

export interface SavedSignInsContent {
  readonly v: number;
  readonly entries: readonly {
    readonly id: string;
    readonly service: string;
    readonly sealed: string;
  }[];
}

export interface VaultOnDisk {
  readonly folder: string;
  readonly file: string;
  /** The calls that would prompt the user of a locked key store, in order. */
  keyStoreCalls: string[];
  readonly logged: () => string;
  readonly now: () => number;
  readonly vault: (store?: Partial<KeyStore>, parts?: Partial<VaultParts>) => TestVault;
  readonly content: () => Promise<SavedSignInsContent>;
  readonly remove: () => Promise<void>;
}

export interface TestVault extends Vault {
  /** Saves like "Keep me signed in". `as` changes the options. */
  readonly saveSignIn: (method: SignInMethod, as?: Partial<SaveOptions>) => Promise<boolean>;
  readonly first: () => Promise<Pick<SavedSignIn, 'method' | 'auto'> | null>;
  /** Returns the user names, the last used first. */
  readonly names: () => Promise<readonly string[]>;
  readonly idOf: (method: SignInMethod) => Promise<string>;
  /** Removes all entries from the file. */
  readonly clear: () => ReturnType<Vault['remove']>;
}

const nameOf = (method: SavedSignIn['method']) =>
  method.kind === 'key' ? method.key : method.username;

function withShorthands(file: string, vault: Vault): TestVault {
  const ids = async () =>
    [...(await readFile(file, 'utf8').catch(() => '')).matchAll(/"id":"([0-9a-f]{32})"/g)].map(
      ([, id = '']) => id,
    );
  return {
    ...vault,
    saveSignIn: async (method, as = {}) =>
      (await vault.save(method, { ...defaultOptions, ...as })) !== null,
    async first() {
      const [first] = (await vault.load()).signIns;
      return first === undefined ? null : { method: first.method, auto: first.auto };
    },
    names: async () => (await vault.load()).signIns.map(({ method }) => nameOf(method)),
    async idOf(wanted) {
      const { signIns } = await vault.load();
      const found = signIns.find(({ method }) => nameOf(method) === nameOf(wanted));
      if (found === undefined) throw new Error('it is not kept');
      return found.id;
    },
    clear: async () => vault.remove(await ids()),
  };
}

/** Prepares a vault whose folder does not exist yet. */
export async function openVaultOnDisk(): Promise<VaultOnDisk> {
  const parent = await mkdtemp(path.join(tmpdir(), 'latchkey-vault-'));
  const folder = path.join(parent, 'data');
  const file = path.join(folder, 'kept-sign-ins.json');
  let logged = '';
  let time = 1_000;
  const disk: VaultOnDisk = {
    folder,
    file,
    keyStoreCalls: [],
    logged: () => logged,
    now: () => time,
    vault: (store = {}, parts = {}) =>
      withShorthands(
        file,
        createVault({
          safeStorage: recordingCalls({ ...plainKeyStore, ...store }, (call) =>
            disk.keyStoreCalls.push(call),
          ),
          folder,
          service: testServiceHash,
          platform: 'linux',
          log: createLogStream({ write: (line) => (logged += line) }),
          writable: true,
          now: () => (time += 1),
          windowShown: Promise.resolve(),
          ...parts,
        }),
      ),
    content: async () => JSON.parse(await readFile(file, 'utf8')) as SavedSignInsContent, // what the vault wrote
    remove: async () => {
      await chmod(folder, 0o700).catch(() => undefined);
      await rm(parent, { recursive: true, force: true });
    },
  };
  return disk;
}

/** Records each call and yields before the answer, so that vault operations can interleave. */
function recordingCalls(store: KeyStore, record: (call: string) => void): KeyStore {
  const recorded = async <T>(call: string, answer: () => Promise<T>): Promise<T> => {
    record(call);
    await setImmediate();
    return answer();
  };
  return {
    getSelectedStorageBackend: store.getSelectedStorageBackend,
    isAsyncEncryptionAvailable: () => recorded('available', store.isAsyncEncryptionAvailable),
    encryptStringAsync: (text) => recorded('encrypt', () => store.encryptStringAsync(text)),
    decryptStringAsync: (bytes) => recorded('decrypt', () => store.decryptStringAsync(bytes)),
  };
}
