// Reads the device id once per run, and again only after a failed reading. A record that cannot be
// opened now is a failed reading: another id would lock the user out.
// SECURITY: the full id stays in memory and in the sealed record, and goes to the service only.
import { hashOf, hashParts } from './device-parts.ts';
import {
  type DeviceIdOwner,
  type DeviceIdReading,
  type DeviceValues,
  readDeviceId,
} from './hardware-id.ts';
import { hashFacts, isSameComputer } from './same-computer.ts';
import { type DeviceRecord, type DeviceRecords, type HardwareSource, type Log } from '../ports.ts';
import { type PartHashes } from '../saved-state.ts';

export interface Device {
  /**
   * 64 hex characters; null if the reading failed. A later call tries again. May access the key
   * store, which may prompt the user.
   */
  readonly id: () => Promise<string | null>;
  /** The parts behind the id, hashed with `key`; null if there is no id. */
  readonly parts: (key: string) => Promise<PartHashes | null>;
  /** The random install id, the hash key of the saved state; null if it cannot be saved. */
  readonly installId: () => Promise<string | null>;
  /** Whether the last reading failed because the key store is locked. */
  readonly isLocked: () => boolean;
  /** Whether `id` resolves without any reading. */
  readonly isKnown: () => boolean;
  /** Whether `id` resolves without reading the hardware. It may read the record. */
  readonly isHardwareRead: () => boolean;
  /**
   * Reads the hardware for `id`, but no record: the key store may prompt the user. Returns false if
   * the hardware cannot be read.
   */
  readonly readAhead: () => Promise<boolean>;
  /**
   * Saves the id for later readings. Call it after the service has accepted the id.
   * `usesKeyStore`: whether the user expects prompts. Else it saves only what was opened in this run.
   */
  readonly remember: (usesKeyStore: boolean) => Promise<void>;
}

export interface DeviceSources {
  readonly hardware: HardwareSource;
  /** Missing if this host has no key store. */
  readonly deviceRecords?: DeviceRecords;
  readonly log: Log;
}

type Hardware = Extract<DeviceIdReading, { readonly ok: true }>;

interface Reading {
  readonly deviceId: string;
  readonly values: DeviceValues;
  /** What `remember` saves; null if the record is up to date, or impossible. */
  readonly unsaved: { readonly record: DeviceRecord; readonly mark: string | null } | null;
  /** Whether the key store opened the record. */
  readonly isOpened: boolean;
}

export function createDevice(sources: DeviceSources, owner: DeviceIdOwner): Device {
  const hardware = createShared(async () => {
    const read = await readDeviceId(sources.hardware, owner);
    return read.ok ? read : null;
  });
  let isLocked = false;
  const reading = createShared(async () => {
    const read = await hardware.get();
    const compared = read && (await compareWithRecord(sources, read));
    isLocked = compared === 'locked';
    return compared === 'locked' ? null : compared;
  });
  let isRemembered = false;
  return {
    id: async () => (await reading.get())?.deviceId ?? null,
    async parts(key) {
      const latest = await reading.get();
      return latest && hashParts(latest.values, key);
    },
    installId: sources.hardware.installId,
    isLocked: () => isLocked,
    isKnown: reading.isKnown,
    isHardwareRead: hardware.isKnown,
    readAhead: async () => (await hardware.get()) !== null,
    async remember(usesKeyStore) {
      const { unsaved, isOpened } = (await reading.get()) ?? noReading;
      if (unsaved === null || isRemembered || !(usesKeyStore || isOpened)) return;
      // One try per run: each could prompt the user of a locked key store.
      isRemembered = true;
      await sources.deviceRecords?.save(unsaved.record, unsaved.mark);
    },
  };
}

const noReading = { unsaved: null, isOpened: false } as const;

/** Callers share one reading. After a failed one, which is null, the next call reads again. */
function createShared<T>(read: () => Promise<T | null>) {
  let current: Promise<T | null> | null = null;
  let isKnown = false;
  const readOnce = async (): Promise<T | null> => {
    try {
      const latest = await read();
      isKnown = latest !== null;
      return latest;
    } finally {
      if (!isKnown) current = null;
    }
  };
  return { get: () => (current ??= readOnce()), isKnown: () => isKnown };
}

/** Returns the saved id if the facts are those of the same computer; null if a retry may help. */
async function compareWithRecord(
  { hardware, deviceRecords, log }: DeviceSources,
  { deviceId, values }: Hardware,
): Promise<Reading | 'locked' | null> {
  const computed = { deviceId, values, unsaved: null, isOpened: false };
  if (deviceRecords === undefined) return computed;
  const key = await hardware.installId();
  // Nothing can be compared, and no retry would change that.
  if (key === null && !hardware.isInstallIdBusy()) return computed;
  const mark = key === null ? null : hashOf(key, ['device', deviceId]);
  const saved = await deviceRecords.load(mark);
  if (saved === 'locked') return saved;
  if (saved === 'unavailable') return null;
  if (saved === 'same' || saved === 'given-up' || key === null) return computed;
  const facts = hashFacts(values, key);
  const current = { record: { deviceId, facts }, mark };
  if (saved === null) return { ...computed, unsaved: current };
  const opened = { ...computed, unsaved: current, isOpened: true };
  if (saved.deviceId === deviceId || !isSameComputer(saved.facts, facts, values)) return opened;
  log.info('device id kept');
  const record = { deviceId: saved.deviceId, facts };
  const isCurrent = JSON.stringify(saved.facts) === JSON.stringify(facts);
  const unsaved = isCurrent ? null : { record, mark: null };
  return { ...opened, deviceId: saved.deviceId, unsaved };
}
