// Recorded computers: what systeminformation, files and the registry report. Serial numbers and ids
// are made up.
import type { Sources } from '../../src/main/adapters/hardware-facts.ts';
import { firmwareWith, type Registry, registryPrograms } from './windows-registry.ts';

export interface Recorded {
  readonly platform: NodeJS.Platform;
  readonly uuid: { readonly os: string; readonly hardware: string; readonly macs: string[] };
  readonly baseboard: {
    readonly manufacturer: string;
    readonly model: string;
    readonly version: string;
    readonly serial: string;
    readonly assetTag: string;
    readonly memMax: number | null;
    readonly memSlots: number | null;
  };
  readonly cpuModel: string;
  /** File -> its text; a file that is not here does not exist. */
  readonly files: Readonly<Record<string, string>>;
  readonly registry: Registry;
}

const noBoard = {
  manufacturer: '',
  model: '',
  version: '',
  serial: '',
  assetTag: '',
  memMax: null,
  memSlots: null,
};
const dmi = '/sys/devices/virtual/dmi/id';
const noRegistry: Registry = { machineGuid: null, board: null, firmware: null };
const noIds = { os: '', hardware: '', macs: [] };

export const linuxVirtual: Recorded = {
  platform: 'linux',
  uuid: { os: '3d1219c7c4c5404aaa1f6d2a48adfda4', hardware: '', macs: ['02:fc:00:00:00:01'] },
  baseboard: noBoard,
  cpuModel: 'AMD EPYC',
  files: {
    '/etc/machine-id': '3d1219c7c4c5404aaa1f6d2a48adfda4\n',
    '/proc/cpuinfo':
      'processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 2\nmodel name\t: AMD EPYC\ncpu MHz\t\t: 2596.122\n',
  },
  registry: noRegistry,
};

export const linuxLaptop: Recorded = {
  platform: 'linux',
  uuid: {
    os: 'b1946ac92492d2347c6235b4d2611184',
    hardware: '4c4c4544-0042-3510-8056-b4c04f435931',
    macs: ['a0:b1:c2:d3:e4:f5', '3c:6a:a7:00:11:22'],
  },
  // What root can read: the names from dmidecode and the BIOS.
  baseboard: {
    manufacturer: 'LENOVO',
    model: '20XW0026GE',
    version: 'SDK0J40697 WIN',
    serial: 'L1HF17R00AB',
    assetTag: 'Not Available',
    memMax: 34_359_738_368,
    memSlots: 2,
  },
  cpuModel: '11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz',
  files: {
    '/var/lib/dbus/machine-id': 'b1946ac92492d2347c6235b4d2611184\n',
    '/etc/machine-id': 'b1946ac92492d2347c6235b4d2611184\n',
    [`${dmi}/board_vendor`]: 'LENOVO\n',
    [`${dmi}/board_name`]: '20XW0026GE\n',
    '/proc/cpuinfo':
      'processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 140\nmodel name\t: 11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz\nstepping\t: 1\n',
  },
  registry: noRegistry,
};

export const linuxArm: Recorded = {
  platform: 'linux',
  uuid: { os: '0cc175b9c0f1b6a831c399e269772661', hardware: '', macs: ['dc:a6:32:01:02:03'] },
  baseboard: noBoard,
  cpuModel: 'unknown',
  files: {
    '/etc/machine-id': '0cc175b9c0f1b6a831c399e269772661\n',
    '/sys/firmware/devicetree/base/model': 'Raspberry Pi 4 Model B Rev 1.4\0',
    '/proc/cpuinfo': 'processor\t: 0\nBogoMIPS\t: 108.00\nCPU part\t: 0xd08\n',
  },
  registry: noRegistry,
};

export const windowsDesktop: Recorded = {
  platform: 'win32',
  uuid: noIds,
  baseboard: noBoard,
  cpuModel: 'AMD Ryzen 7 5800X 8-Core Processor             ',
  files: {},
  registry: {
    machineGuid: '5e3f1c7a-8b0d-4c55-9a64-2f0c7d1e9b33',
    board: { vendor: 'ASUSTeK COMPUTER INC.', model: 'TUF GAMING B550-PLUS' },
    firmware: firmwareWith('7d3b1a80-52c9-11eb-8f4e-a8a159c0ffee'),
  },
};

/** The board has only its maker's placeholders. */
export const windowsUnnamedBoard: Recorded = {
  platform: 'win32',
  uuid: noIds,
  baseboard: noBoard,
  cpuModel: 'Intel(R) Celeron(R) N5105 @ 2.00GHz',
  files: {},
  registry: {
    machineGuid: 'c0a80164-1f2e-4b3d-8c4a-7e6f5d4c3b2a',
    board: { vendor: 'Default string', model: 'To be filled by O.E.M.' },
    firmware: firmwareWith('03000200-0400-0500-0006-000700080009'),
  },
};

export const mac: Recorded = {
  platform: 'darwin',
  uuid: {
    os: '8c1f3d52-6a7b-5e0c-9d21-4f3e2a1b0c9d',
    hardware: 'C02XK0AAJGH5',
    macs: ['f0:18:98:01:02:03'],
  },
  baseboard: {
    manufacturer: 'Apple Inc.',
    model: 'MacBookPro18,1',
    version: '',
    serial: 'C02XK0AAJGH5',
    assetTag: '',
    memMax: 17_179_869_184,
    memSlots: 0,
  },
  cpuModel: 'Apple M1 Pro',
  files: {},
  registry: noRegistry,
};

export const allRecorded: Readonly<Record<string, Recorded>> = {
  linuxVirtual,
  linuxLaptop,
  linuxArm,
  windowsDesktop,
  windowsUnnamedBoard,
  mac,
};

/** Sources that read the recorded computer. */
export function sourcesOf(recorded: Recorded): Sources {
  return {
    platform: recorded.platform,
    uuid: () => Promise.resolve(recorded.uuid),
    baseboard: () => Promise.resolve(recorded.baseboard),
    cpuModel: () => recorded.cpuModel,
    readStart: (file) => {
      const text = recorded.files[file];
      return text === undefined ? Promise.reject(fileError('ENOENT')) : Promise.resolve(text);
    },
    run: registryPrograms(recorded.registry).run,
  };
}

export function fileError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
