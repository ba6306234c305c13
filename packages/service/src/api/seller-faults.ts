// Chooses the message of a failed seller request: faults that the seller can fix have their own.
import { sellerTexts } from '@latchkey/protocol/seller-spec.ts';
import { storageFault, type StorageFault } from '../database/storage-faults.ts';

const texts = {
  'disk-full': sellerTexts.diskFull,
  unreachable: sellerTexts.unreachable,
  'read-only': sellerTexts.readOnly,
} as const satisfies Readonly<Record<StorageFault, string>>;

export function sellerFaultText(error: unknown) {
  const fault = storageFault(error);
  return fault === null ? sellerTexts.fault : texts[fault];
}
