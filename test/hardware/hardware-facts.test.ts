// The facts that are read from recorded computers, and when an empty answer counts as a fact.
import { describe, expect, it } from 'vitest';
import { readFacts, type Sources } from '../../src/main/adapters/hardware-facts.ts';
import type { RawFacts } from '../../src/main/core/ports.ts';
import {
  fileError,
  linuxArm,
  linuxLaptop,
  linuxVirtual,
  mac,
  type Recorded,
  sourcesOf,
} from './recorded.ts';

async function factsOf(recorded: Recorded, changed: Partial<Sources> = {}): Promise<RawFacts> {
  const readings = readFacts({ ...sourcesOf(recorded), ...changed });
  return {
    osId: await readings.osId,
    boardVendor: await readings.boardVendor,
    boardModel: await readings.boardModel,
    cpuBrand: await readings.cpuBrand,
    platformUuid: await readings.platformUuid,
  };
}

const read = (value: string) => ({ read: true, value });
const unread = { read: false };
const never = () => Promise.reject(new Error('failed'));

describe('facts of linux', () => {
  it('are read from sources that every user may read', async () => {
    expect(await factsOf(linuxLaptop)).toEqual({
      osId: read('b1946ac92492d2347c6235b4d2611184'),
      boardVendor: read('LENOVO'),
      boardModel: read('20XW0026GE'),
      cpuBrand: read('11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz'),
      platformUuid: read(''),
    });
  });

  it('are the same for root, who can read more', async () => {
    const toldMore: Recorded = {
      ...linuxLaptop,
      baseboard: { ...linuxLaptop.baseboard, manufacturer: 'Lenovo Group', model: 'Board 1' },
      cpuModel: 'Intel(R) Core(TM) i7-1165G7 To Be Filled By O.E.M.',
      uuid: { ...linuxLaptop.uuid, hardware: 'ffffffff-0000-1111-2222-333333333333' },
    };
    expect(await factsOf(toldMore)).toEqual(await factsOf(linuxLaptop));
  });

  it('contain no board if the computer reports none', async () => {
    const facts = await factsOf(linuxVirtual);
    expect([facts.boardVendor, facts.boardModel]).toEqual([read(''), read('')]);
  });

  it('contain the board model of the device tree on a computer without DMI', async () => {
    const facts = await factsOf(linuxArm);
    expect(facts.boardModel).toEqual(read('Raspberry Pi 4 Model B Rev 1.4'));
    expect(facts.cpuBrand).toEqual(read(''));
  });

  it('count as unread if an existing file cannot be read', async () => {
    const { readStart } = sourcesOf(linuxLaptop);
    for (const [file, name] of [
      ['/sys/devices/virtual/dmi/id/board_vendor', 'boardVendor'],
      ['/sys/devices/virtual/dmi/id/board_name', 'boardModel'],
      ['/proc/cpuinfo', 'cpuBrand'],
    ] as const) {
      const facts = await factsOf(linuxLaptop, {
        readStart: (wanted) =>
          wanted === file ? Promise.reject(fileError('EIO')) : readStart(wanted),
      });
      expect(facts[name], file).toEqual(unread);
    }
  });

  it('contain the OS id from its file if the command that reads the file did not run', async () => {
    for (const uuid of [never, () => Promise.resolve({ os: '', hardware: '' })])
      expect((await factsOf(linuxLaptop, { uuid })).osId).toEqual(
        read('b1946ac92492d2347c6235b4d2611184'),
      );
  });

  it('contain an empty OS id if neither file has one', async () => {
    const without: Recorded = {
      ...linuxVirtual,
      uuid: { ...linuxVirtual.uuid, os: '' },
      files: { '/etc/machine-id': '\n' },
    };
    expect((await factsOf(without)).osId).toEqual(read(''));
  });

  it('count the OS id as unread if its file cannot be read', async () => {
    const facts = await factsOf(linuxVirtual, {
      uuid: never,
      readStart: () => Promise.reject(fileError('EIO')),
    });
    expect(facts.osId).toEqual(unread);
  });
});

describe('facts of macOS', () => {
  it('never contain the serial number', async () => {
    const facts = await factsOf(mac);
    expect(facts.platformUuid).toEqual(read('8c1f3d52-6a7b-5e0c-9d21-4f3e2a1b0c9d'));
    expect(JSON.stringify(facts)).not.toContain('C02XK0AAJGH5');
  });

  it('count the board as unread if the board query returns nothing', async () => {
    const facts = await factsOf({ ...mac, baseboard: linuxVirtual.baseboard });
    expect([facts.boardVendor, facts.boardModel]).toEqual([unread, unread]);
  });
});

it('a source that fails does not affect facts of other sources', async () => {
  const facts = await factsOf(mac, { uuid: never, baseboard: never });
  expect([facts.osId, facts.platformUuid, facts.boardVendor, facts.boardModel]).toEqual([
    unread,
    unread,
    unread,
    unread,
  ]);
  expect(facts.cpuBrand.read).toBe(true);
});
