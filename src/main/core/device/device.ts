// Reads the device id once per run, and again only after a failed reading.
// SECURITY: the full id stays in memory and goes to the service only.
import { hashParts } from './device-parts.ts';
import { type DeviceIdReading, readDeviceId } from './hardware-id.ts';
import { type HardwareSource } from '../ports.ts';
import { type PartHashes } from '../saved-state.ts';

export interface Device {
  /** 64 hex characters; null if the reading failed. A later call tries again. */
  readonly id: () => Promise<string | null>;
  /** The parts behind the id, hashed with `key`; null if there is no id. */
  readonly parts: (key: string) => Promise<PartHashes | null>;
  /** The random install id, the hash key of the saved state; null if it cannot be saved. */
  readonly installId: () => Promise<string | null>;
  /** Whether `id` resolves without reading the hardware. */
  readonly isKnown: () => boolean;
}

export function createDevice(
  source: HardwareSource,
  owner: { readonly ownerid: string; readonly name: string },
): Device {
  let reading: Promise<DeviceIdReading> | null = null;
  let isKnown = false;
  const read = async (): Promise<DeviceIdReading> => {
    try {
      const reading = await readDeviceId(source, owner);
      isKnown = reading.ok;
      return reading;
    } finally {
      if (!isKnown) reading = null;
    }
  };
  const currentReading = () => (reading ??= read());
  return {
    async id() {
      const latest = await currentReading();
      return latest.ok ? latest.deviceId : null;
    },
    async parts(key) {
      const latest = await currentReading();
      return latest.ok ? hashParts(latest.values, key) : null;
    },
    installId: source.installId,
    isKnown: () => isKnown,
  };
}
