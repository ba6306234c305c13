// The device id: what must not change it, and what must.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFacts } from '../../src/main/adapters/hardware-facts.ts';
import { canonicalValue, readDeviceId } from '../../src/main/core/device/hardware-id.ts';
import type { RawFacts } from '../../src/main/core/ports.ts';
import { allRecorded, linuxLaptop, type Recorded, sourcesOf, windowsDesktop } from './recorded.ts';
import { owner, read, plainFacts, fakeHardware, idOfFacts, respell } from './id-parts.ts';

async function idOf(recorded: Recorded, of = owner): Promise<string> {
  const readings = readFacts(sourcesOf(recorded));
  return idOfFacts(
    {
      osId: await readings.osId,
      boardVendor: await readings.boardVendor,
      boardModel: await readings.boardModel,
      cpuBrand: await readings.cpuBrand,
      platformUuid: await readings.platformUuid,
    },
    of,
  );
}

describe('the device id', () => {
  // SECURITY: these may never change: a change would lock out every user of such a computer.
  it.each([
    ['linuxVirtual', '16e891e63539b8d23a9251f2a727608c4bd8f38f4139011717ace7d7be9e7abe'],
    ['linuxLaptop', 'bcb965a02e08d0d5f6ea908578fe8f8e665e60d863a9a8c2d63c65dedf1d2c89'],
    ['linuxArm', 'c5c709e353f5d72bfd070d0dcbb5e74de6cddf92fa03bafd7d721b74a52443e9'],
    ['windowsDesktop', '41a57760f0bad05813c1d71a67ecfbc29cf50c44d4eef56e679bc76729991d75'],
    ['windowsUnnamedBoard', '9e9007388dbe5d0eea7d9691d1baf2b4c2e6096acc68c8ce986ba7820e066230'],
    ['mac', '9e247c24958046ee5880e96b180edd55223a93795efe2d99094df7702a366ced'],
  ])('never changes for %s', async (name, expected) => {
    expect(await idOf(allRecorded[name] ?? linuxLaptop)).toBe(expected);
  });

  it('has 64 hex characters', async () => {
    const reading = await readDeviceId(fakeHardware(plainFacts).source, owner);
    expect(reading).toEqual({
      ok: true,
      deviceId: expect.stringMatching(/^[0-9a-f]{64}$/) as string, // a matcher for strings
      values: expect.any(Object) as object, // a matcher for objects
    });
  });

  it('does not depend on MAC addresses, serial number, memory, clock or spelling', async () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 20 });
    const perturbation = fc.record({
      name: fc.constantFrom(...Object.keys(allRecorded)),
      macs: fc.array(words, { maxLength: 4 }),
      serial: words,
      memory: fc.nat(),
      clock: fc.nat(),
      reversed: fc.boolean(),
      spelling: fc.func(fc.constantFrom('upper', 'lower', 'spaces', 'decomposed')),
    });
    await fc.assert(
      fc.asyncProperty(perturbation, async (given) => {
        const before = allRecorded[given.name] ?? linuxLaptop;
        expect(await idOf(perturbed(before, given))).toBe(await idOf(before));
      }),
    );
  });

  it('changes if any fact changes', async () => {
    const before = await idOfFacts(plainFacts);
    for (const name of Object.keys(plainFacts))
      expect(await idOfFacts({ ...plainFacts, [name]: read('something else') }), name).not.toBe(
        before,
      );
  });

  it('differs between sellers and between applications', async () => {
    const ids = await Promise.all([
      idOf(windowsDesktop),
      idOf(windowsDesktop, { ...owner, ownerid: 'otherOwner' }),
      idOf(windowsDesktop, { ...owner, name: 'Another Studio' }),
      // The same characters, split at another place.
      idOf(windowsDesktop, { ownerid: 'nwDemo2026N', name: 'orthwind Studio' }),
    ]);
    expect(new Set(ids).size).toBe(4);
  });

  it('differs if the same values belong to different facts', async () => {
    const words = fc.stringMatching(/^[a-c",[\]\\: ]{0,6}$/);
    const four = fc.tuple(words, words, words, words);
    await fc.assert(
      fc.asyncProperty(four, four, async (one, other) => {
        const same = one.every(
          (value, at) => canonicalValue(value) === canonicalValue(other[at] ?? ''),
        );
        expect((await idOfFacts(factsFrom(one))) === (await idOfFacts(factsFrom(other)))).toBe(
          same,
        );
      }),
    );
  });
});

function factsFrom([vendor, model, cpu, platform]: readonly string[]): RawFacts {
  return {
    osId: plainFacts.osId,
    boardVendor: read(vendor ?? ''),
    boardModel: read(model ?? ''),
    cpuBrand: read(cpu ?? ''),
    platformUuid: read(platform ?? ''),
  };
}

interface Perturbation {
  readonly macs: string[];
  readonly serial: string;
  readonly memory: number;
  readonly clock: number;
  readonly reversed: boolean;
  readonly spelling: (text: string) => string;
}

function perturbed(before: Recorded, given: Perturbation): Recorded {
  const spell = (text: string) => respell(text, given.spelling(text));
  const reorder = <T extends object>(fields: T): T =>
    given.reversed
      ? (Object.fromEntries(Object.entries(fields).reverse()) as T) // the same fields in another order
      : fields;
  return {
    platform: before.platform,
    cpuModel: spell(before.cpuModel),
    registry: {
      ...before.registry,
      machineGuid: spell(before.registry.machineGuid ?? ''),
      board: {
        vendor: spell(before.registry.board?.vendor ?? ''),
        model: spell(before.registry.board?.model ?? ''),
      },
    },
    uuid: reorder({
      os: spell(before.uuid.os),
      hardware: given.serial,
      macs: given.macs,
    }),
    baseboard: reorder({
      ...before.baseboard,
      manufacturer: spell(before.baseboard.manufacturer),
      model: spell(before.baseboard.model),
      serial: before.baseboard.serial === '' ? '' : given.serial,
      memMax: given.memory,
      memSlots: given.memory % 9,
    }),
    files: Object.fromEntries(
      Object.entries(before.files).map(([file, text]) => [
        file,
        file === '/proc/cpuinfo' ? `${text}cpu MHz\t\t: ${given.clock}\n` : spell(text),
      ]),
    ),
  };
}
