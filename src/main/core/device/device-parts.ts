// Detects which parts of a computer changed, by comparing keyed hashes. Pure.
// SECURITY: only these hashes are saved, and only the names of parts leave this computer.
import { createHmac } from 'node:crypto';
import { type DeviceChange, type DevicePart, deviceParts } from '../../../shared/device-parts.ts';
import { type PartHashes } from '../saved-state.ts';
import { type DeviceValues } from './hardware-id.ts';

export function hashParts(values: DeviceValues, key: string): PartHashes {
  const texts: Readonly<Record<DevicePart, readonly string[]>> = {
    system: [values.osId],
    board: [values.boardVendor, values.boardModel],
    processor: [values.cpuBrand],
    machine: [values.platformUuid],
  };
  const present = deviceParts.filter((part) => texts[part].some((text) => text !== ''));
  return Object.fromEntries(present.map((part) => [part, hashOf(key, [part, ...texts[part]])]));
}

/** Returns 16 hex characters. */
export function hashOf(key: string, texts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

/** In the order of `deviceParts`. Empty if no part changed. */
export function changesBetween(before: PartHashes, now: PartHashes): readonly DeviceChange[] {
  return deviceParts.flatMap((part): readonly DeviceChange[] => {
    if (before[part] === now[part]) return [];
    if (before[part] === undefined) return [{ part, kind: 'new' }];
    return [{ part, kind: now[part] === undefined ? 'gone' : 'other' }];
  });
}
