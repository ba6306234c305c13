// The real service for the tests of clients in other languages, with what each of them needs.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startDemoService } from '../demo-service.js';
import { file } from './http-cases.ts';

/** Where a test signs in, and what it then finds. */
export interface LiveService {
  readonly address: string;
  readonly application: string;
  readonly ownerid: string;
  readonly version: string;
  readonly keys: string;
  /** Unused license keys. */
  readonly licenses: readonly string[];
  /** A user name that nobody has. */
  readonly username: string;
  /** The test ends with a ban of this computer. */
  readonly device: string;
  readonly variable: string;
  readonly value: string;
  readonly file: string;
  readonly size: number;
}

const value = 'only for signed-in users: ä, 漢字 & +%';

export interface RunningService {
  /** Adds unused licenses for the tests in a language. */
  readonly prepare: (language: string) => Promise<LiveService>;
  /** Registers the user, and returns the line that the loader would write to a program. */
  readonly lineOf: (given: LiveService) => Promise<string>;
}

export async function startLiveService(folder: string): Promise<RunningService> {
  const { line } = await startDemoService(folder);
  const { url, app, publicKey } = line;
  const ask = async (parameters: Readonly<Record<string, string>>): Promise<unknown> => {
    const body = new URLSearchParams({ sellerkey: app.sellerkey, ...parameters });
    const response = await fetch(`${url}/api/seller`, { method: 'POST', body });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${parameters['type']}: ${JSON.stringify(answer)}`);
    return answer;
  };
  await ask({ type: 'editvar', varid: 'secret', data: value });
  const uploads = join(folder, 'data/upload', applicationId(join(folder, 'data')));
  mkdirSync(uploads, { recursive: true });
  writeFileSync(join(uploads, 'tests.bin'), Buffer.alloc(file.bytes, 'latchkey '));
  const { id } = (await ask({ type: 'upload', name: 'tests.bin' })) as { id: string }; // docs/api.md
  return {
    async prepare(language) {
      const added = await ask({ type: 'add', expiry: '30', level: '1', amount: '4' });
      const { keys } = added as { keys: readonly string[] }; // docs/api.md
      return {
        address: url,
        application: app.name,
        ownerid: app.ownerid,
        version: app.version,
        keys: publicKey,
        licenses: keys,
        username: `tester-${language}`,
        device: createHash('sha256').update(language).digest('hex'),
        variable: 'secret',
        value,
        file: id,
        size: file.bytes,
      };
    },
    async lineOf({ username, licenses: [key = ''] }) {
      const names = { name: app.name, ownerid: app.ownerid };
      const request = async (parameters: Readonly<Record<string, string>>) => {
        const body = new URLSearchParams({ ...names, ...parameters });
        const answer = await fetch(`${url}/api/1.3`, { method: 'POST', body });
        return (await answer.json()) as { readonly success: boolean; readonly sessionid: string }; // docs/api.md
      };
      const { sessionid } = await request({ type: 'init', ver: app.version });
      const hwid = createHash('sha256').update(username).digest('hex');
      const pass = 'a password of the example';
      const signIn = await request({ type: 'register', sessionid, username, pass, key, hwid });
      if (!signIn.success) throw new Error(`No sign-in: ${JSON.stringify(signIn)}`);
      return `${JSON.stringify({
        v: 1,
        baseUrl: url,
        ...names,
        sessionid,
        publicKey,
        publicKeys: [publicKey],
        challenge: 'required',
        method: 'GET',
        options: {},
      })}\n`;
    },
  };
}

/** The folder of a seller's uploads has this name, which no answer contains. */
function applicationId(data: string): string {
  const database = new DatabaseSync(join(data, 'latchkey.sqlite'), { readOnly: true });
  try {
    return String(database.prepare('SELECT id FROM applications').get()?.['id']);
  } finally {
    database.close();
  }
}
