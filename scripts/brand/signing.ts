// Signing of packages by electron-builder: which variables configure it, and what users of an
// unsigned package see.
import type { PackageSystem, Target } from './formats.ts';

/** The variables with which electron-builder signs and notarizes. */
export const signingVariables = [
  ...['CSC_LINK', 'CSC_KEY_PASSWORD', 'CSC_NAME', 'CSC_KEYCHAIN'],
  ...['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
  ...['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ...['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ...['APPLE_KEYCHAIN', 'APPLE_KEYCHAIN_PROFILE'],
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Removes empty signing variables, because a workflow passes a missing secret as an empty text.
 * electron-builder would read it as the place of a certificate, and an empty WIN_CSC_LINK would
 * replace CSC_LINK.
 */
export function signingEnvironment(env: Environment): Environment {
  const names: readonly string[] = signingVariables;
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value?.trim() !== '' || !names.includes(name)),
  );
}

const unsigned = {
  win: 'The Windows package is not signed: SmartScreen stops its first start until users choose "More info" and "Run anyway".',
  mac: 'The macOS package is signed only if your keychain has a Developer ID. Otherwise Gatekeeper refuses to open it until users choose "Open Anyway" in System Settings, Privacy & Security.',
};
const unnotarized =
  'The macOS package is not notarized: Gatekeeper refuses to open it until users choose "Open Anyway" in System Settings, Privacy & Security.';
const help = 'To avoid this, see "Signing" in docs/packaging.md.';

/** Options of electron-builder that name a certificate on a token or in the cloud. */
const windowsOption = /^(-c|--config)\.win\.(signtoolOptions|azureSignOptions)\./;

/** Returns a note for each system on which users see a warning. It never contains a secret. */
export function signingNotes(
  targets: readonly Target[],
  env: Environment,
  args: readonly string[] = [],
): readonly string[] {
  const isSet = (...names: readonly string[]) => names.some((name) => (env[name] ?? '') !== '');
  const isFor = (system: PackageSystem) => targets.some((target) => target.system === system);
  const notes: string[] = [];
  const signsWindows =
    isSet('WIN_CSC_LINK', 'CSC_LINK') || args.some((arg) => windowsOption.test(arg));
  if (isFor('win') && !signsWindows) notes.push(unsigned.win);
  if (isFor('mac') && !isSet('CSC_LINK', 'CSC_NAME')) notes.push(unsigned.mac);
  else if (isFor('mac') && !isSet('APPLE_ID', 'APPLE_API_KEY', 'APPLE_KEYCHAIN_PROFILE'))
    notes.push(unnotarized);
  return notes.map((note) => `${note} ${help}`);
}
