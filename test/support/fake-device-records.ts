// A fake store of the device record, in memory.
import type { DeviceRecord, DeviceRecords } from '../../src/main/core/ports.ts';

export interface FakeDeviceRecords extends DeviceRecords {
  saved: { readonly record: DeviceRecord; readonly mark: string | null } | null;
  /** If false, the key store opens and seals nothing. */
  works: boolean;
  /** The answer instead of the record; null if it can be opened. */
  failure: 'unavailable' | 'locked' | 'given-up' | null;
  /** How often the key store opened a record. */
  openCount: number;
}

export function createFakeDeviceRecords(): FakeDeviceRecords {
  const open = (mark: string | null) => {
    if (records.saved === null) return null;
    if (mark !== null && records.saved.mark === mark) return 'same';
    if (!records.works) return null;
    if (records.failure !== null) return records.failure;
    if (mark === null) return 'unavailable';
    records.openCount += 1;
    return records.saved.record;
  };
  const records: FakeDeviceRecords = {
    saved: null,
    works: true,
    failure: null,
    openCount: 0,
    load: (mark) => Promise.resolve(open(mark)),
    save(record, mark) {
      if (records.works) records.saved = { record, mark };
      return Promise.resolve();
    },
  };
  return records;
}
