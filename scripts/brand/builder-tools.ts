// Chooses tools for electron-builder that need no download from its host.
import path from 'node:path';
import { root } from '../build-if-stale.js';
import { canDownloadTools, collectTools } from './appimage-tools.ts';
import { findProgram } from './find-program.ts';
import type { Target } from './formats.ts';

/**
 * Returns variables for electron-builder. Creates `folder` if needed. Throws a Refusal if a format
 * cannot be built here.
 */
export async function toolVariables(
  targets: readonly Target[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, string>>> {
  const isWanted = (format: string) => targets.some((target) => target.format === format);
  const variables: Record<string, string> = {};
  if (isWanted('deb')) {
    findProgram('deb', 'dpkg-deb', 'dpkg', env);
    variables['CUSTOM_FPM_PATH'] = path.join(root, 'scripts/fpm-deb.js');
  }
  const hasOwnTools = env['APPIMAGE_TOOLS_PATH'] !== undefined;
  if (isWanted('appimage') && !hasOwnTools && !(await canDownloadTools(env))) {
    collectTools(folder, env);
    variables['APPIMAGE_TOOLS_PATH'] = folder;
    console.error(
      "Note: electron-builder's AppImage tools cannot be downloaded. The AppImage built without them needs libfuse2 on your users' computers.",
    );
  }
  return variables;
}
