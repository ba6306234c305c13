// Saves the hashed device parts at each account's last sign-in, to explain a changed device id, and
// the id itself.
import { type DeviceChange } from '../../../shared/device-parts.ts';
import { changesBetween } from '../device/device-parts.ts';
import { maxAccountDevices } from '../saved-state.ts';
import { type CoreParts } from '../parts.ts';
import { accountKey, stateKey } from './account-key.ts';

export type DeviceChangesParts = Pick<CoreParts, 'config' | 'device' | 'failures' | 'state'>;

type RememberParts = DeviceChangesParts & Pick<CoreParts, 'credentialsHolder' | 'publisher'>;

/** `username`: the service's name of the user. Returns null if no sign-in here is known. */
export async function deviceChanges(
  core: DeviceChangesParts,
  username: string,
): Promise<readonly DeviceChange[] | null> {
  try {
    const account = await accountKey(core, username);
    const now = await core.device.parts(await stateKey(core.device));
    const before = core.state
      .get()
      .deviceParts.find((devicePart) => devicePart.account === account);
    return before === undefined || now === null ? null : changesBetween(before.parts, now);
  } catch (error) {
    core.failures.defect('comparing this computer failed', error);
    return null;
  }
}

/**
 * Called after each sign-in: `deviceChanges` compares with these parts. Saves the id only if a sign-in
 * is saved too, because the key store may prompt the user.
 */
export async function rememberDevice(core: RememberParts, username: string): Promise<void> {
  try {
    const isSaving = (core.credentialsHolder.get()?.save ?? null) !== null;
    const usesKeyStore = isSaving || core.publisher.session().savedSignIns.length > 0;
    const account = await accountKey(core, username);
    const parts = await core.device.parts(await stateKey(core.device));
    if (parts === null) return;
    const others = core.state
      .get()
      .deviceParts.filter((devicePart) => devicePart.account !== account);
    core.state.change({ deviceParts: [...others, { account, parts }].slice(-maxAccountDevices) });
    await core.device.remember(usesKeyStore);
  } catch (error) {
    core.failures.defect('remembering this computer failed', error);
  }
}
