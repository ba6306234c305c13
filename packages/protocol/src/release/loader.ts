// Rules for a release of the loader itself, whose manifest has the brand id in place of the entry
// (docs/protocol.md#loader-releases).

/** Reverse domain name that identifies a brand, such as `tools.fjord.loader`. */
export const brandIdForm = /^(?=.{1,100}$)[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/i;
/** Three numbers, because installers of the loader compare versions. */
export const loaderVersionForm = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/** Ending of the file that a loader can install, by `process.platform`. */
const installableEndings: Readonly<Record<string, string>> = {
  linux: '.AppImage',
  win32: '.exe',
  darwin: '.zip',
};

interface LoaderManifest {
  readonly entry: string;
  readonly version: string;
  readonly platform: string;
  readonly files: readonly { readonly path: string }[];
}

/** Returns what contradicts a manifest of kind `loader`, or null. */
export function findLoaderContradiction(manifest: LoaderManifest): string | null {
  const { entry, version, platform, files } = manifest;
  if (!brandIdForm.test(entry)) return 'the entry of a loader is not a brand id';
  if (!loaderVersionForm.test(version)) return 'the version of a loader is not three numbers';
  const ending = installableEndings[platform.split('-')[0] ?? ''] ?? '';
  const [file, ...others] = files;
  const isInstallable = file?.path.endsWith(ending) === true && !file.path.includes('/');
  return isInstallable && others.length === 0
    ? null
    : `a loader for ${platform} is exactly one file, whose name ends in ${ending}`;
}
