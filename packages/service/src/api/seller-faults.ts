// Chooses the code of a failed seller request: faults that the seller can fix have their own.
import type { CommonFailure } from '@latchkey/protocol/seller-failures.ts';
import { storageFault, type StorageFault } from '../database/storage-faults.ts';

const codes = {
  'disk-full': 'disk-full',
  unreachable: 'database-unreachable',
  'read-only': 'read-only',
} as const satisfies Readonly<Record<StorageFault, CommonFailure>>;

export function sellerFaultOf(error: unknown): CommonFailure {
  const fault = storageFault(error);
  return fault === null ? 'internal' : codes[fault];
}
