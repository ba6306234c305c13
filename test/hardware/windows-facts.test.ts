// The facts of Windows: the same from reg.exe and from PowerShell, and never fewer after a failure.
import { describe, expect, it, vi } from 'vitest';
import { readFacts } from '../../src/main/adapters/hardware-facts.ts';
import { systemUuidOf } from '../../src/main/adapters/smbios.ts';
import { type RawFacts } from '../../src/main/core/ports.ts';
import { idOfFacts } from './id-parts.ts';
import { sourcesOf, windowsDesktop, windowsUnnamedBoard } from './recorded.ts';
import {
  firmwareWith,
  type Programs,
  type Registry,
  registryPrograms,
} from './windows-registry.ts';

const uuid = '7d3b1a80-52c9-11eb-8f4e-a8a159c0ffee';
const desktop = windowsDesktop.registry;
const read = (value: string) => ({ read: true, value });
const unread = { read: false };

async function factsOf(registry: Registry, programs: Programs = {}): Promise<RawFacts> {
  const { run } = registryPrograms(registry, programs);
  const readings = readFacts({ ...sourcesOf(windowsDesktop), run });
  return {
    osId: await readings.osId,
    boardVendor: await readings.boardVendor,
    boardModel: await readings.boardModel,
    cpuBrand: await readings.cpuBrand,
    platformUuid: await readings.platformUuid,
  };
}

interface Dump {
  readonly what: string;
  readonly registry: Registry;
  /** The machine GUID, vendor and model of the board, UUID. */
  readonly values: readonly [string, string, string, string];
}

const guid = desktop.machineGuid ?? '';
const dumps: readonly Dump[] = [
  {
    what: 'a desktop computer',
    registry: desktop,
    values: [guid, 'ASUSTeK COMPUTER INC.', 'TUF GAMING B550-PLUS', uuid],
  },
  {
    what: 'a board with placeholders',
    registry: windowsUnnamedBoard.registry,
    values: [
      'c0a80164-1f2e-4b3d-8c4a-7e6f5d4c3b2a',
      'Default string',
      'To be filled by O.E.M.',
      '03000200-0400-0500-0006-000700080009',
    ],
  },
  {
    what: 'a board with characters outside of ASCII',
    registry: { ...desktop, board: { vendor: 'Gerätebau Süd GmbH', model: 'ΩX-7 ™' } },
    values: [guid, 'Gertebau Sd GmbH', 'X-7 ', uuid],
  },
  {
    what: 'a board with empty values',
    registry: { ...desktop, board: { vendor: '', model: '' } },
    values: [guid, '', '', uuid],
  },
  {
    what: 'a board without a model',
    registry: { ...desktop, board: { vendor: 'Acme', model: null } },
    values: [guid, 'Acme', '', uuid],
  },
  {
    what: 'a virtual machine without board and firmware',
    registry: { machineGuid: guid, board: null, firmware: null },
    values: [guid, '', '', ''],
  },
  {
    what: 'a system without a machine GUID',
    registry: { ...desktop, machineGuid: null },
    values: ['', 'ASUSTeK COMPUTER INC.', 'TUF GAMING B550-PLUS', uuid],
  },
];

describe('facts of windows', () => {
  const programs: readonly Programs[] = [
    { reg: 'works', powerShell: 'missing' },
    { reg: 'works', powerShell: 'hangs', codePage: 437 },
    { reg: 'missing', powerShell: 'works' },
    { reg: 'forbidden', powerShell: 'works', codePage: 65_001 },
    { reg: 'killed', powerShell: 'works' },
  ];

  it.each(dumps)('are the same from each program: $what', async ({ registry, values }) => {
    const [osId, boardVendor, boardModel, platformUuid] = values;
    for (const each of programs)
      expect(await factsOf(registry, each), JSON.stringify(each)).toEqual({
        osId: read(osId),
        boardVendor: read(boardVendor),
        boardModel: read(boardModel),
        cpuBrand: read('AMD Ryzen 7 5800X 8-Core Processor             '),
        platformUuid: read(platformUuid),
      });
  });

  it('are read without PowerShell if reg.exe works', async () => {
    const { run, started } = registryPrograms(desktop);
    const readings = readFacts({ ...sourcesOf(windowsDesktop), run });
    await Promise.all(Object.values(readings));
    expect(started).toEqual(['reg.exe', 'reg.exe', 'reg.exe']);
  });

  it('are unread, except the processor, if neither program works', async () => {
    for (const powerShell of ['missing', 'forbidden', 'killed'] as const)
      for (const reg of ['missing', 'forbidden', 'killed'] as const)
        expect(await factsOf(desktop, { reg, powerShell })).toEqual({
          osId: unread,
          boardVendor: unread,
          boardModel: unread,
          cpuBrand: expect.objectContaining({ read: true }) as object, // a matcher for objects
          platformUuid: unread,
        });
  });

  it.each([
    ['BIOS', { boardVendor: unread, boardModel: unread }],
    ['mssmbios\\Data', { platformUuid: unread }],
  ])('are unread, not empty, if the query of %s is killed', async (key, expected) => {
    const { run } = registryPrograms(desktop);
    const killed = registryPrograms(desktop, { reg: 'killed' }).run;
    const readings = readFacts({
      ...sourcesOf(windowsDesktop),
      run: (program, args) => ((args[1] ?? '').endsWith(key) ? killed : run)(program, args),
    });
    for (const name of Object.keys(expected) as (keyof RawFacts)[])
      // keys of the literals above
      expect(await readings[name]).toEqual(unread);
    expect(await readings.osId).toEqual(read(guid));
  });

  it('arrive without the answer of a query that hangs', async () => {
    const { run } = registryPrograms(desktop);
    const hanging = registryPrograms(desktop, { reg: 'hangs' }).run;
    const readings = readFacts({
      ...sourcesOf(windowsDesktop),
      run: (program, args) => (args.includes('SMBiosData') ? hanging : run)(program, args),
    });
    expect(await readings.osId).toEqual(read(guid));
    expect(await readings.boardModel).toEqual(read('TUF GAMING B550-PLUS'));
  });

  it('count the processor as unread if the system has no name for it', async () => {
    const readings = readFacts({ ...sourcesOf(windowsDesktop), cpuModel: () => 'unknown' });
    expect(await readings.cpuBrand).toEqual(unread);
  });

  it('are read by the programs of the system, also in a 32-bit loader', async () => {
    vi.stubEnv('SystemRoot', 'D:\\Windows');
    const programsFor = async (): Promise<string[]> => {
      const programs: string[] = [];
      const run = (program: string) => {
        programs.push(program);
        return Promise.reject(new Error('ENOENT'));
      };
      await Promise.all(Object.values(readFacts({ ...sourcesOf(windowsDesktop), run })));
      return [...new Set(programs)];
    };
    vi.stubEnv('PROCESSOR_ARCHITEW6432', undefined);
    expect(await programsFor()).toEqual([
      'D:\\Windows\\System32\\reg.exe',
      'D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    ]);
    vi.stubEnv('PROCESSOR_ARCHITEW6432', 'AMD64');
    expect(await programsFor()).toEqual([
      'D:\\Windows\\Sysnative\\reg.exe',
      'D:\\Windows\\Sysnative\\WindowsPowerShell\\v1.0\\powershell.exe',
    ]);
    vi.unstubAllEnvs();
  });
});

it('the device id is the same for boards that differ only in placeholders', async () => {
  const unnamed = { ...desktop, board: { vendor: 'Default string', model: 'None' } };
  expect(await idOfFacts(await factsOf(unnamed))).toBe(
    await idOfFacts(await factsOf({ ...desktop, board: null }, { reg: 'missing' })),
  );
});

describe('the UUID of SMBIOS', () => {
  it('has three little-endian fields', () => {
    expect(systemUuidOf(firmwareWith('4c4c4544-0042-3510-8052-b4c04f564433'))).toBe(
      '4c4c4544-0042-3510-8052-b4c04f564433',
    );
    expect(firmwareWith('4c4c4544-0042-3510-8052-b4c04f564433').toString('hex')).toContain(
      '44454c4c42001035' + '8052b4c04f564433',
    );
  });

  it('is empty in tables that end early, or have no computer', () => {
    const whole = firmwareWith(uuid);
    const found = Array.from(whole, (_byte, length) => systemUuidOf(whole.subarray(0, length)));
    expect(new Set(found)).toEqual(new Set(['', uuid]));
    expect(systemUuidOf(Buffer.alloc(200))).toBe('');
    expect(systemUuidOf(Buffer.alloc(200, 0xff))).toBe('');
    const old = Buffer.from([...Buffer.alloc(8), 1, 8, 0, 0, 1, 2, 3, 4, 0, 0]);
    expect(systemUuidOf(old)).toBe('');
  });
});
