// Parts of the device id that are placeholders or missing, and sources that do not answer.
import { describe, expect, it } from 'vitest';
import { canonicalValue, readDeviceId } from '../../src/main/core/device/hardware-id.ts';
import type { Fact } from '../../src/main/core/ports.ts';
import { owner, read, plainFacts, fakeHardware, idOfFacts, respell } from './id-parts.ts';

const unread: Fact = { read: false };

describe('a placeholder value', () => {
  const placeholders = [
    '',
    ' ',
    '-',
    '...',
    'To be filled by O.E.M.',
    'To Be Filled By O.E.M',
    'TO BE FILLED BY OEM',
    'Default string',
    'None',
    'N/A',
    'Not Specified',
    '<BAD INDEX>',
    '[Empty]',
    'System Serial Number',
    'System manufacturer',
    'System Product Name',
    'Base Board Serial Number',
    'Type2 - Board Serial Number',
    'unknown',
    'uninitialized',
    '0',
    '00000000000000000000000000000000',
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    'xx.xx',
    '0123456789',
    '123456789',
    '03000200-0400-0500-0006-000700080009',
  ];

  it.each(placeholders)('%j is treated as empty in any spelling', (text) => {
    for (const how of ['upper', 'lower', 'spaces', 'decomposed'])
      expect(canonicalValue(respell(text, how))).toBe('');
  });

  it('gives the same device id as an empty value', async () => {
    for (const text of placeholders)
      expect(await idOfFacts({ ...plainFacts, boardModel: read(text) })).toBe(
        await idOfFacts({ ...plainFacts, boardModel: read('') }),
      );
  });

  it.each([
    'ASUSTeK COMPUTER INC.',
    'X',
    'A1',
    'Nonesuch',
    'Defaulter 9',
    'Oem Systems',
    'Z0',
    '0x0',
  ])('%j is a real value', (text) => {
    expect(canonicalValue(text)).not.toBe('');
  });
});

describe('a computer without an OS id', () => {
  const without = { ...plainFacts, osId: read('00000000000000000000000000000000') };

  it('derives its device id from the install id in the data folder', async () => {
    const idOfInstall = async (id: string) => {
      const source = { ...fakeHardware(without).source, installId: () => Promise.resolve(id) };
      const reading = await readDeviceId(source, owner);
      return reading.ok ? reading.deviceId : null;
    };
    const [one, other] = [await idOfInstall('a'.repeat(64)), await idOfInstall('b'.repeat(64))];
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(await idOfInstall('a'.repeat(64))).toBe(one);
    expect(new Set([one, other, await idOfFacts(plainFacts)]).size).toBe(3);
  });

  it('has no device id if no install id can be saved', async () => {
    const source = { ...fakeHardware(without).source, installId: () => Promise.resolve(null) };
    expect(await readDeviceId(source, owner)).toEqual({ ok: false });
  });
});

describe('a source that does not answer in time', () => {
  it('is queried again with longer deadlines, ten seconds in total', async () => {
    const hardware = fakeHardware({ ...plainFacts, cpuBrand: unread });
    expect(await readDeviceId(hardware.source, owner)).toEqual({ ok: false });
    expect(hardware.deadlines).toEqual([...hardware.deadlines].sort((a, b) => a - b));
    expect(new Set(hardware.deadlines).size).toBe(hardware.deadlines.length);
    expect(hardware.deadlines.reduce((sum, each) => sum + each)).toBe(10_000);
  });

  it.each(Object.keys(plainFacts))(
    'leads to no device id rather than one from fewer parts: %s',
    async (name) => {
      const hardware = fakeHardware({ ...plainFacts, [name]: unread });
      expect(await readDeviceId(hardware.source, owner)).toEqual({ ok: false });
      expect(hardware.installIdsAsked()).toBe(0);
    },
  );

  it('is not queried again once all facts are known', async () => {
    const hardware = fakeHardware(plainFacts);
    await readDeviceId(hardware.source, owner);
    expect(hardware.deadlines).toHaveLength(1);
  });

  it('may answer a later query, and earlier answers of other sources are used', async () => {
    const hardware = fakeHardware(
      { ...plainFacts, cpuBrand: unread },
      { ...plainFacts, osId: unread, boardModel: unread },
    );
    const reading = await readDeviceId(hardware.source, owner);
    expect(reading).toMatchObject({ ok: true, deviceId: await idOfFacts(plainFacts) });
    expect(hardware.deadlines).toHaveLength(2);
  });
});
