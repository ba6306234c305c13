// Makes and publishes releases with the command line, for tests of the loader. It does not need a
// test runner.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../../src/run.ts';
import type { TestService } from '../../../service/test/support/service.ts';

export interface TestPublisher {
  /** The publisher's public key, in the form of the loader's configuration. */
  readonly publicKey: string;
  /** `files` maps paths to contents. `run.sh` is the entry. The first release has sequence 1. */
  readonly publish: (
    files: Readonly<Record<string, string | Buffer>>,
    notes: string,
  ) => Promise<void>;
  /** Publishes this file as the loader of the brand. `version` is three numbers. */
  readonly publishLoader: (
    content: string | Buffer,
    version: string,
    brandId: string,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function createTestPublisher(
  service: Pick<TestService, 'url' | 'app'>,
): Promise<TestPublisher> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-publisher-'));
  const at = (name: string) => path.join(folder, name);
  await writeFile(at('seller-key'), `${service.app.sellerkey}\n`, { mode: 0o600 });
  const { name, ownerid } = service.app;
  await writeFile(at('loader.config.json'), JSON.stringify({ service: { name, ownerid } }));
  const { publicKey } = await latchkey('release', 'keygen', '--out', at('publisher.pem'));
  let sequence = 0;
  const release = async (from: string, more: Readonly<Record<string, string>>): Promise<void> => {
    sequence += 1;
    const out = at(`release-${sequence}`);
    const words = {
      config: at('loader.config.json'),
      channel: 'stable',
      platform: `${process.platform}-${process.arch}`,
      version: `1.${sequence}`,
      sequence: String(sequence),
      notes: at('notes'),
      'publisher-key': at('publisher.pem'),
      out,
      ...more,
    };
    const given = Object.entries(words).flatMap(([word, value]) => [`--${word}`, value]);
    await latchkey('release', 'make', from, ...given);
    await latchkey('release', 'push', out, '--url', service.url, '--key-file', at('seller-key'));
  };
  return {
    publicKey: String(publicKey),
    async publish(files, notes) {
      const program = at(`program-${sequence}`);
      await mkdir(program);
      for (const [file, content] of Object.entries(files))
        await writeFile(path.join(program, file), content);
      await chmod(path.join(program, 'run.sh'), 0o755);
      await writeFile(at('notes'), notes);
      await release(program, { entry: 'run.sh' });
    },
    async publishLoader(content, version, id) {
      await writeFile(at('brand.json'), JSON.stringify({ id, version }));
      await writeFile(at('loader.AppImage'), content);
      await writeFile(at('notes'), `What is new in ${version}`);
      await release(at('loader.AppImage'), { kind: 'loader', version });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns the document of `--json`. After a failure, throws an error with the output. */
async function latchkey(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  let [printed, said] = ['', ''];
  const exitCode = await runCli(
    [...words, '--json'],
    {
      stdin: nothing(),
      stdout: { write: (text) => (printed += text) },
      stderr: { write: (text) => (said += text) },
    },
    { env: {}, stop: new AbortController().signal, wait: (ms) => sleep(ms) },
  );
  if (exitCode !== 0) throw new Error(`latchkey ${words.join(' ')}: ${printed}${said}`);
  return JSON.parse(printed) as Record<string, unknown>; // --json prints an object
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // Yields nothing, so stdin is empty.
}
