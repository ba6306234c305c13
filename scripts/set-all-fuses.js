// Sets every fuse of the packaged Electron: those that electron-builder.yml states, and the newer ones that electron-builder
// does not know. Fails when Electron has a fuse that nobody has stated.
import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const stated = packager.config.electronFuses;
  const given = (/** @type {keyof NonNullable<typeof stated>} */ name) => {
    const value = stated?.[name];
    if (typeof value === 'boolean') return value;
    throw new Error(`electron-builder.yml: electronFuses.${name} must be stated`);
  };
  const name = packager.appInfo.productFilename;
  // Only the packager for Linux has a name of its own for the program's file.
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
    // Changed bytes break the signature that Apple silicon demands of every program.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin',
    [FuseV1Options.RunAsNode]: given('runAsNode'),
    [FuseV1Options.EnableCookieEncryption]: given('enableCookieEncryption'),
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: given(
      'enableNodeOptionsEnvironmentVariable',
    ),
    [FuseV1Options.EnableNodeCliInspectArguments]: given('enableNodeCliInspectArguments'),
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: given(
      'enableEmbeddedAsarIntegrityValidation',
    ),
    [FuseV1Options.OnlyLoadAppFromAsar]: given('onlyLoadAppFromAsar'),
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: given(
      'loadBrowserProcessSpecificV8Snapshot',
    ),
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: given('grantFileProtocolExtraPrivileges'),
    [FuseV1Options.WasmTrapHandlers]: true,
  });
}
