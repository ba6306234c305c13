// Sets all Electron fuses of a package. They are the fuses of electron-builder.yml, and newer fuses
// that electron-builder does not support. The build fails if Electron has a fuse that is not set.
import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const configuredFuses = packager.config.electronFuses;
  const valueOf = (/** @type {keyof NonNullable<typeof configuredFuses>} */ name) => {
    const value = configuredFuses?.[name];
    if (typeof value === 'boolean') return value;
    throw new Error(`electron-builder.yml: electronFuses.${name} must be stated`);
  };
  const name = packager.appInfo.productFilename;
  // Only the packager for Linux has a separate name for the executable.
  const linuxName = 'executableName' in packager ? String(packager.executableName) : name;
  const program = {
    darwin: `${name}.app/Contents/MacOS/${name}`,
    win32: `${name}.exe`,
    linux: linuxName,
  }[electronPlatformName];
  if (program === undefined) throw new Error(`No fuses are known for ${electronPlatformName}`);
  await flipFuses(join(appOutDir, program), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Flipping a fuse invalidates the signature that Apple silicon requires.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin',
    [FuseV1Options.RunAsNode]: valueOf('runAsNode'),
    [FuseV1Options.EnableCookieEncryption]: valueOf('enableCookieEncryption'),
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: valueOf(
      'enableNodeOptionsEnvironmentVariable',
    ),
    [FuseV1Options.EnableNodeCliInspectArguments]: valueOf('enableNodeCliInspectArguments'),
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: valueOf(
      'enableEmbeddedAsarIntegrityValidation',
    ),
    [FuseV1Options.OnlyLoadAppFromAsar]: valueOf('onlyLoadAppFromAsar'),
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: valueOf(
      'loadBrowserProcessSpecificV8Snapshot',
    ),
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: valueOf('grantFileProtocolExtraPrivileges'),
    [FuseV1Options.WasmTrapHandlers]: true,
  });
}
