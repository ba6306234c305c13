// How each client is built and tested. The tests are in the folder of the client.
import { join } from 'node:path';

export type Command = readonly [program: string, ...args: string[]];

export interface Folders {
  /** The folder of the client. */
  readonly source: string;
  /** For the results of compilers; ignored by git. */
  readonly folder: string;
}

export interface Language {
  /** Also the name of the folder in sdks. */
  readonly name: string;
  /** If one of these fails in the project's folder, the client is skipped: few machines have all. */
  readonly needs: readonly Command[];
  readonly commands: (folders: Folders) => readonly Command[];
}

const mcsOptions = ['-langversion:7', '-warnaserror', '-r:System.Net.Http', '-r:System.Numerics'];

export const languages: readonly Language[] = [
  {
    name: 'python',
    needs: [['python3', '-c', 'import cryptography']],
    commands: () => [['python3', 'test_latchkey.py']],
  },
  {
    name: 'go',
    needs: [['go', 'version']],
    commands: () => [
      ['go', 'vet', './...'],
      ['go', 'test', '-count=1', '-v', './...'],
    ],
  },
  {
    name: 'rust',
    needs: [['cargo', 'fetch', '--locked', '--manifest-path', 'sdks/rust/Cargo.toml']],
    commands: () => [['cargo', 'test', '--locked', '--lib', '--', '--nocapture']],
  },
  {
    name: 'java',
    needs: [['javac', '--version']],
    commands: ({ folder }) => [
      [
        'javac',
        ...['-Xlint:all', '-Werror', '-encoding', 'UTF-8', '-implicit:class', '-d', folder],
        ...['-sourcepath', 'src', 'test/latchkey/ClientTest.java'],
      ],
      ['java', '-ea', '-cp', folder, 'latchkey.ClientTest'],
    ],
  },
  {
    name: 'cpp',
    needs: [
      [
        ...['c++', '-std=c++17', '-fsyntax-only', '-include', 'curl/curl.h'],
        ...['-include', 'openssl/evp.h', '-x', 'c++', '/dev/null'],
      ] as const,
    ],
    commands: ({ folder }) => [
      [
        'c++',
        ...['-std=c++17', '-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Wconversion', '-Werror'],
        ...['test_latchkey.cpp', '-o', join(folder, 'test'), '-lcurl', '-lcrypto'],
      ],
      [join(folder, 'test')],
    ],
  },
  {
    name: 'csharp',
    needs: [
      ['mono', '--version'],
      // Debian has the two libraries in packages of their own.
      ['mcs', ...mcsOptions, '-target:library', '-out:out/probe.dll', 'sdks/csharp/Ed25519.cs'],
    ],
    commands: ({ folder }) => [
      ['mcs', ...mcsOptions, `-out:${join(folder, 'test.exe')}`, '*.cs', 'test/*.cs'],
      ['mono', join(folder, 'test.exe')],
    ],
  },
];
