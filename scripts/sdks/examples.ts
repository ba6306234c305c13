// The example programs in other languages: copies that are pinned to a running service.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build-if-stale.js';
import type { Command } from './languages.ts';

export interface Pins {
  readonly address: string;
  readonly application: string;
  readonly ownerid: string;
  readonly keys: string;
}

interface Example {
  /** The file with the service, below the folder of the example. */
  readonly pinned: string;
  /** Commands that build the program in its folder. */
  readonly builds: readonly Command[];
  readonly run: (folder: string) => Command;
}

const rustFolder = join(root, 'out/sdks/rust');

const examples: Readonly<Record<string, Example>> = {
  python: {
    pinned: 'pinned.py',
    builds: [],
    run: (folder) => [pythonProgram(), join(folder, 'main.py')],
  },
  go: {
    pinned: 'pinned.go',
    builds: [['go', 'build', '-o', 'program', '.']],
    run: (folder) => [join(folder, 'program')],
  },
  rust: {
    pinned: 'src/pinned.rs',
    builds: [['cargo', 'build', '--quiet', '--target-dir', rustFolder]],
    run: () => [join(rustFolder, 'debug/example')],
  },
  java: {
    pinned: 'Pinned.java',
    builds: [
      ['javac', '-implicit:class', '-sourcepath', '.:../../sdks/java/src', '-d', '.', 'Main.java'],
    ],
    run: (folder) => [javaProgram(), `-Duser.home=${folder}`, '-cp', folder, 'Main'],
  },
  cpp: {
    pinned: 'pinned.hpp',
    builds: [
      [
        ...['c++', '-std=c++17', '-I../../sdks/cpp', 'main.cpp', '-o', 'program'],
        ...['-lcurl', '-lcrypto'],
      ] as const,
    ],
    run: (folder) => [join(folder, 'program')],
  },
};

/** Builds the example of a language for a service, and returns the command that starts it. */
export async function buildExample(language: string, pins: Pins): Promise<Command> {
  const example = examples[language];
  if (example === undefined) throw new Error(`There is no example in ${language}.`);
  // The clients are at the same relative path as from examples/.
  const folder = join(root, `out/example-${language}`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, 'examples', language), folder, { recursive: true });
  if (language === 'python')
    cpSync(join(root, 'sdks/python/latchkey.py'), join(folder, 'latchkey.py'));
  const pinned = join(folder, example.pinned);
  writeFileSync(pinned, withPins(readFileSync(pinned, 'utf8'), pins));
  for (const [program, ...args] of example.builds)
    await promisify(execFile)(program, args, { cwd: folder });
  return example.run(folder);
}

/** Every language writes the same texts into its file of pinned values. */
function withPins(text: string, { address, application, ownerid, keys }: Pins): string {
  return text
    .replace('https://licenses.example.com', address)
    .replace('My App', application)
    .replace('abcde12345', ownerid)
    .replace('<64 hex characters>', keys);
}

/** The loader launches programs by their path, and without the variables of a version manager. */
function pythonProgram(): string {
  return execFileSync('python3', ['-c', 'import sys; print(sys.executable)']).toString().trim();
}

function javaProgram(): string {
  const { stderr } = spawnSync('java', ['-XshowSettings:properties', '-version'], {
    encoding: 'utf8',
  });
  return join(/java\.home = (.*)/.exec(stderr)?.[1] ?? '', 'bin/java');
}
