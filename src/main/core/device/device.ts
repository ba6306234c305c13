// The device id of this run: read once in the background, read again only after a reading that failed.
// SECURITY: the full id stays in memory and goes to the service only.
import { readDeviceId } from './hardware-id.ts';
import { type HardwareSource } from '../ports.ts';

export interface Device {
  /** 64 hex characters; null when the sources failed to the last. A later call tries again. */
  readonly id: () => Promise<string | null>;
  /**
   * Names nothing but this installation, and stays when the computer changes; null: it cannot be kept. What is remembered is hashed
   * with it.
   */
  readonly install: () => Promise<string | null>;
  /** Whether `id` will answer without reading. */
  readonly known: () => boolean;
}

export function createDevice(
  source: HardwareSource,
  owner: { readonly ownerid: string; readonly name: string },
): Device {
  let reading: Promise<string | null> | null = null;
  let known = false;
  const read = async (): Promise<string | null> => {
    try {
      const found = await readDeviceId(source, owner);
      known = found.ok;
      return found.ok ? found.deviceId : null;
    } finally {
      if (!known) reading = null;
    }
  };
  return {
    id: () => (reading ??= read()),
    install: source.installId,
    known: () => known,
  };
}
