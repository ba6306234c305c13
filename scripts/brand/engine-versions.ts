// Returns the versions of Electron, Chromium and Node.js in a package.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { electronProgram, findElectron } from '../electron-binary.js';
import { root } from '../build-if-stale.js';
import { readConfiguration } from '../read-configuration.js';
import { z } from 'zod';

const versionsOf = z.object({ electron: z.string(), chrome: z.string(), node: z.string() });

export interface EngineVersions {
  readonly electron: string;
  /** Null if no Electron of the same version runs on this computer. */
  readonly chrome: string | null;
  readonly node: string | null;
}

/** `given`: the arguments for electron-builder, which can choose another Electron. */
export async function engineVersions(given: readonly string[]): Promise<EngineVersions> {
  const electron = electronVersionOf(given);
  const folder = optionOf(given, 'electronDist');
  const found =
    folder === null
      ? await findElectron()
      : { ok: true as const, program: electronProgram(folder) };
  const versions = found.ok ? readVersions(found.program) : null;
  if (versions?.electron === electron) return versions;
  return { electron, chrome: null, node: null };
}

export function electronVersionOf(given: readonly string[]): string {
  return optionOf(given, 'electronVersion') ?? installedVersion();
}

/** Returns the value of `-c.NAME=`, or null. */
export function optionOf(given: readonly string[], name: string): string | null {
  const option = new RegExp(`^(?:-c|--config)\\.${name}=(.*)$`);
  return given.map((one) => option.exec(one)?.[1]).find((value) => value !== undefined) ?? null;
}

function installedVersion(): string {
  const manifest: unknown = readConfiguration(
    path.join(root, 'node_modules/electron/package.json'),
  );
  return z.object({ version: z.string() }).parse(manifest).version;
}

function readVersions(program: string): z.infer<typeof versionsOf> | null {
  try {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const args = ['-p', 'JSON.stringify(process.versions)'];
    return versionsOf.parse(JSON.parse(execFileSync(program, args, { env, encoding: 'utf8' })));
  } catch {
    return null;
  }
}
