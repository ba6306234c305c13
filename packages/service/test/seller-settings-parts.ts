// Shortcuts of the tests that read and change an application's settings.
import { formerSettingNames } from '@latchkey/protocol/seller/former-settings.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';
import type { TestServiceOptions } from './support/service.ts';

export async function open(options: TestServiceOptions = {}) {
  const wire = await openWire(options);
  const ask = sellerOf(wire.service);
  /** Reads settings by their current names; public-tools.slow.test.ts covers the older ones. */
  const settings = async () => {
    const { functions: _functions, messages: _messages, ...all } = (await ask('getsettings')).body;
    return Object.fromEntries(
      Object.entries(all).filter(([name]) => !(name in formerSettingNames)),
    );
  };
  const update = (changes: Record<string, string>) => ask('updatesettings', changes);
  return { ...wire, ask, settings, update };
}

export const failed = (message: string) => ({ status: 400, success: false, message });
export const worked = (message: string) => ({ status: 200, success: true, message });
export const updated = worked('Settings Update Successful');
