// A fake computer with chosen hardware facts, for tests of the device id.
import { readDeviceId } from '../../src/main/core/device/hardware-id.ts';
import type { Fact, HardwareSource, RawFacts } from '../../src/main/core/ports.ts';

export const owner = { ownerid: 'nwDemo2026', name: 'Northwind Studio' };
export const read = (value: string): Fact => ({ read: true, value });
export const plainFacts: RawFacts = {
  osId: read('b1946ac92492d2347c6235b4d2611184'),
  boardVendor: read('LENOVO'),
  boardModel: read('20XW0026GE'),
  cpuBrand: read('Intel(R) Core(TM) i7-1165G7'),
  platformUuid: read(''),
};
const installId = '7'.repeat(64);

/** Answers each reading with the next of `answers`, then with the last one. Records deadlines. */
export function fakeHardware(...answers: readonly RawFacts[]) {
  const deadlines: number[] = [];
  let installIdsAsked = 0;
  const source: HardwareSource = {
    read: (deadlineMs) => {
      deadlines.push(deadlineMs);
      return Promise.resolve(answers[deadlines.length - 1] ?? answers.at(-1) ?? plainFacts);
    },
    installId: () => {
      installIdsAsked += 1;
      return Promise.resolve(installId);
    },
    isInstallIdBusy: () => false,
  };
  return { source, deadlines, installIdsAsked: () => installIdsAsked };
}

export async function idOfFacts(facts: RawFacts, of = owner): Promise<string> {
  const reading = await readDeviceId(fakeHardware(facts).source, of);
  return reading.ok ? reading.deviceId : 'none';
}

export function respell(text: string, how: string): string {
  if (how === 'upper') return text.toUpperCase();
  if (how === 'lower') return text.toLowerCase();
  if (how === 'spaces') return ` \t${text.replaceAll(' ', ' \u00a0 ')} `;
  return text.normalize('NFD');
}
