// Names the operating system of this computer for people, such as "Windows 11".

/** The first build of Windows 11. Its version number is still 10.0. */
const firstWindows11Build = 22_000;

const names: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux' };

/** `release`: as from `os.release()`, such as "10.0.22631". */
export function systemName(platform: string, release: string): string {
  if (platform !== 'win32') return names[platform] ?? platform;
  const [major, , build] = release.split('.').map(Number);
  if (major !== 10 || build === undefined) return 'Windows';
  return build >= firstWindows11Build ? 'Windows 11' : 'Windows 10';
}
