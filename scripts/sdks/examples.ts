// The example programs in other languages: copies that are pinned to a running service.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build-if-stale.js';
import { Refusal } from '../refusal.js';
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
  /** The files of the built program. The loader launches the first one, by its path. */
  readonly ships: readonly [string, ...string[]];
}

const out = join(root, 'out');
const rustFolder = join(out, 'sdks/rust');
const program = process.platform === 'win32' ? 'program.exe' : 'program';

const examples: Readonly<Record<string, Example>> = {
  python: { pinned: 'pinned.py', builds: [], ships: ['main.py', 'pinned.py', 'latchkey.py'] },
  go: { pinned: 'pinned.go', builds: [['go', 'build', '-o', program, '.']], ships: [program] },
  rust: {
    pinned: 'src/pinned.rs',
    builds: [
      ['cargo', 'build', '--quiet', '--target-dir', rustFolder],
      ['cp', join(rustFolder, 'debug/example'), program],
    ],
    ships: [program],
  },
  java: {
    pinned: 'Pinned.java',
    builds: [
      [
        'javac',
        '-implicit:class',
        '-sourcepath',
        '.:../../sdks/java/src',
        '-d',
        'classes',
        'Main.java',
      ],
      ['jar', '--create', '--file', 'program.jar', '--main-class', 'Main', '-C', 'classes', '.'],
    ],
    ships: ['start.sh', 'program.jar'],
  },
  cpp: {
    pinned: 'pinned.hpp',
    builds: [
      [
        ...['c++', '-std=c++17', '-I../../sdks/cpp', 'main.cpp', '-o', program],
        ...['-lcurl', '-lcrypto'],
      ] as const,
    ],
    ships: [program],
  },
  csharp: {
    pinned: 'Pinned.cs',
    builds: [
      [
        ...['mcs', '-langversion:7', '-r:System.Net.Http', '-r:System.Numerics'],
        ...['-out:program.exe', '*.cs', '../../sdks/csharp/*.cs'],
      ] as const,
    ],
    ships: ['start.sh', 'program.exe'],
  },
};

/**
 * Builds the example of a language for a service in the empty folder `target`, and returns the name
 * of the file to launch. The folder has the program only, without sources of compiled languages.
 */
export async function buildExample(language: string, pins: Pins, target: string): Promise<string> {
  const example = examples[language];
  if (example === undefined)
    throw new Refusal(
      `There is no program in ${language}, only ${Object.keys(examples).join(', ')}.`,
    );
  await mkdir(out, { recursive: true });
  // The clients are at the same relative path as from examples/.
  const folder = await mkdtemp(join(out, 'example-'));
  try {
    await cp(join(root, 'examples', language), folder, { recursive: true });
    if (language === 'python')
      await cp(join(root, 'sdks/python/latchkey.py'), join(folder, 'latchkey.py'));
    const pinned = join(folder, example.pinned);
    await writeFile(pinned, withPins(await readFile(pinned, 'utf8'), pins));
    for (const command of example.builds) await build(command, folder);
    for (const name of example.ships) await cp(join(folder, name), join(target, name));
    return example.ships[0];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function build([command, ...args]: Command, cwd: string): Promise<void> {
  try {
    await promisify(execFile)(command, args, { cwd });
  } catch (error) {
    throw new Refusal(`The example was not built: ${String(error)}`);
  }
}

/** Every language writes the same texts into its file of pinned values. */
function withPins(text: string, { address, application, ownerid, keys }: Pins): string {
  return text
    .replace('https://licenses.example.com', address)
    .replace('My App', application)
    .replace('abcde12345', ownerid)
    .replace('<64 hex characters>', keys);
}
