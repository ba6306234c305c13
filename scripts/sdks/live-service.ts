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

export async function startLiveService(
  folder: string,
): Promise<{ readonly prepare: (language: string) => Promise<LiveService> }> {
  const { line } = await startDemoService(folder);
  const { url, app, publicKey } = line;
  const ask = async (parameters: Readonly<Record<string, string>>): Promise<unknown> => {
    const body = new URLSearchParams({ sellerkey: app.sellerkey, ...parameters });
    const response = await fetch(`${url}/api/seller`, { method: 'POST', body });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${parameters['type']}: ${JSON.stringify(answer)}`);
    return answer;
  };
  await ask({ type: 'addvar', name: 'secret-of-tests', data: value });
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
        ...{ application: app.name, ownerid: app.ownerid, version: app.version, keys: publicKey },
        ...{ licenses: keys, username: `tester-${language}` },
        device: createHash('sha256').update(language).digest('hex'),
        ...{ variable: 'secret-of-tests', value, file: id, size: file.bytes },
      };
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
