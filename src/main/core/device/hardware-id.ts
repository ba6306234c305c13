// Computes the device id: a stable id of this computer from a few facts that an ordinary user may
// read (docs/protocol.md#device-id). Do not change the cleaning, order or framing of parts: every
// user would get another id and be locked out.
import { createHmac } from 'node:crypto';
import type { Fact, HardwareSource, RawFacts } from '../ports.ts';

/** The application that the id is for. The same computer has a different id in each application. */
export interface DeviceIdOwner {
  readonly ownerid: string;
  /** Name of the application. */
  readonly name: string;
}

export type DeviceIdReading =
  | {
      readonly ok: true;
      /** 64 hex characters. */
      readonly deviceId: string;
      /** SECURITY: the values stay in the main process; only keyed hashes of them are saved. */
      readonly values: DeviceValues;
    }
  /** A source kept failing, or the install id could not be saved. A retry may help. */
  | { readonly ok: false };

/** The second try gives PowerShell enough time, which can take 6 s; 10 s in total. */
const deadlinesMs = [2000, 8000] as const;

/** SECURITY: fails if any source fails, because an id of fewer parts locks the user out. */
export async function readDeviceId(
  source: HardwareSource,
  owner: DeviceIdOwner,
): Promise<DeviceIdReading> {
  let facts: RawFacts | null = null;
  for (const deadlineMs of deadlinesMs) {
    const latest = await source.read(deadlineMs);
    facts = facts === null ? latest : keepAnswers(facts, latest);
    const values = valuesOf(facts);
    if (values !== null) return identify(values, source, owner);
  }
  return { ok: false };
}

type FactName = keyof RawFacts;

/** Canonical values, the input of the id; '' for a placeholder. */
export type DeviceValues = Readonly<Record<FactName, string>>;

async function identify(
  values: DeviceValues,
  source: HardwareSource,
  owner: DeviceIdOwner,
): Promise<DeviceIdReading> {
  if (values.osId !== '') return { ok: true, deviceId: deviceIdOf(values, null, owner), values };
  // The system has no id. The install id replaces it, and is lost with the data folder.
  const installId = await source.installId();
  if (installId === null) return { ok: false };
  return { ok: true, deviceId: deviceIdOf(values, installId, owner), values };
}

/** HMAC-SHA256 over the non-empty parts, as JSON pairs, so that no two sets collide. */
function deviceIdOf(values: DeviceValues, installId: string | null, owner: DeviceIdOwner): string {
  const all = [
    ['os', values.osId],
    ['install', installId ?? ''],
    ['board-vendor', values.boardVendor],
    ['board-model', values.boardModel],
    ['cpu', values.cpuBrand],
    ['platform', values.platformUuid],
  ] as const;
  const parts = all.filter(([, value]) => value !== '');
  return createHmac('sha256', JSON.stringify([owner.ownerid, owner.name]))
    .update(JSON.stringify(parts))
    .digest('hex');
}

function keepAnswers(before: RawFacts, latest: RawFacts): RawFacts {
  const better = (name: FactName): Fact => (latest[name].read ? latest[name] : before[name]);
  return {
    osId: better('osId'),
    boardVendor: better('boardVendor'),
    boardModel: better('boardModel'),
    cpuBrand: better('cpuBrand'),
    platformUuid: better('platformUuid'),
  };
}

function valuesOf(facts: RawFacts): DeviceValues | null {
  const { osId, boardVendor, boardModel, cpuBrand, platformUuid } = facts;
  if (!osId.read || !boardVendor.read || !boardModel.read || !cpuBrand.read || !platformUuid.read)
    return null;
  return {
    osId: canonicalValue(osId.value),
    boardVendor: canonicalValue(boardVendor.value),
    boardModel: canonicalValue(boardModel.value),
    cpuBrand: canonicalValue(cpuBrand.value),
    platformUuid: canonicalValue(platformUuid.value),
  };
}

/** Trims, collapses white space, lower-cases and normalizes to NFC; '' for a placeholder. */
export function canonicalValue(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\s\0]+/gu, ' ')
    .trim();
  return isPlaceholder(plain) ? '' : plain;
}

/** Placeholders in fields that the manufacturer did not fill in. */
const placeholders = new Set([
  'base board',
  'base board product name',
  'base board serial number',
  'bad index',
  'default',
  'default string',
  'empty',
  'invalid',
  'n/a',
  'na',
  'no dmi',
  'none',
  'not applicable',
  'not available',
  'not defined',
  'not present',
  'not provided',
  'not specified',
  'null',
  'o.e.m.',
  'oem',
  'product name',
  'system manufacturer',
  'system product name',
  'system serial number',
  'system version',
  'tbd',
  'undefined',
  'uninitialized',
  'unknown',
  'unspecified',
  // UUIDs that many boards share.
  '03000200-0400-0500-0006-000700080009',
  '12345678-1234-5678-90ab-cddeefaabbcc',
  '00020003-0004-0005-0006-000700080009',
]);

function isPlaceholder(plain: string): boolean {
  const bare = plain.replace(/^[[(<"']+|[\])>"']+$/g, '');
  if (placeholders.has(bare) || /to be filled (by|in)|o\.e\.m\.$|^type2 - board/.test(bare))
    return true;
  // One repeated character, as in 00000000-0000-0000-0000-000000000000, or ascending digits.
  const chars = bare.replace(/[^\p{L}\p{N}]/gu, '');
  return chars === '' || /^(.)\1+$/u.test(chars) || chars === '0' || /^0?123456789?0?$/.test(chars);
}
