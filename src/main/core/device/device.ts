// Reads the device id once per run, and again only after a failed reading.
// SECURITY: the full id stays in memory and in the sealed record, and goes to the service only.
import { hashOf, hashParts } from './device-parts.ts';
import { type DeviceIdOwner, type DeviceValues, readDeviceId } from './hardware-id.ts';
import { hashFacts, isSameComputer } from './same-computer.ts';
import { type DeviceRecord, type DeviceRecords, type HardwareSource, type Log } from '../ports.ts';
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
  /** Saves the id for later readings. Call it after the service has accepted the id. */
  readonly remember: () => Promise<void>;
}

export interface DeviceSources {
  readonly hardware: HardwareSource;
  /** Missing if this host has no key store. */
  readonly deviceRecords?: DeviceRecords;
  readonly log: Log;
}

interface Reading {
  readonly deviceId: string;
  readonly values: DeviceValues;
  /** What `remember` saves; null if the record is up to date, or impossible. */
  readonly unsaved: { readonly record: DeviceRecord; readonly mark: string | null } | null;
}

export function createDevice(sources: DeviceSources, owner: DeviceIdOwner): Device {
  let reading: Promise<Reading | null> | null = null;
  let isKnown = false;
  let isRemembered = false;
  const read = async (): Promise<Reading | null> => {
    try {
      const latest = await readComputer(sources, owner);
      isKnown = latest !== null;
      return latest;
    } finally {
      if (!isKnown) reading = null;
    }
  };
  const currentReading = () => (reading ??= read());
  return {
    id: async () => (await currentReading())?.deviceId ?? null,
    async parts(key) {
      const latest = await currentReading();
      return latest && hashParts(latest.values, key);
    },
    installId: sources.hardware.installId,
    isKnown: () => isKnown,
    async remember() {
      const unsaved = (await currentReading())?.unsaved ?? null;
      if (unsaved === null || isRemembered) return;
      // One try per run: each could prompt the user of a locked key store.
      isRemembered = true;
      await sources.deviceRecords?.save(unsaved.record, unsaved.mark);
    },
  };
}

/** Reads the facts, and returns the saved id if they are those of the same computer. */
async function readComputer(
  { hardware, deviceRecords, log }: DeviceSources,
  owner: DeviceIdOwner,
): Promise<Reading | null> {
  const reading = await readDeviceId(hardware, owner);
  if (!reading.ok) return null;
  const { values } = reading;
  const key = deviceRecords === undefined ? null : await hardware.installId();
  if (deviceRecords === undefined || key === null) return { ...reading, unsaved: null };
  const mark = hashOf(key, ['device', reading.deviceId]);
  const facts = hashFacts(values, key);
  const saved = await deviceRecords.load(mark);
  if (saved === 'same') return { ...reading, unsaved: null };
  if (saved === null || !isSameComputer(saved.facts, facts, values))
    return { ...reading, unsaved: { record: { deviceId: reading.deviceId, facts }, mark } };
  const { deviceId } = saved;
  if (deviceId === reading.deviceId)
    return { ...reading, unsaved: { record: { deviceId, facts }, mark } };
  log.info('device id kept');
  const isCurrent = JSON.stringify(saved.facts) === JSON.stringify(facts);
  return {
    deviceId,
    values,
    unsaved: isCurrent ? null : { record: { deviceId, facts }, mark: null },
  };
}
