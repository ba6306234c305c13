// A fake hardware source with configurable values.
import type { HardwareSource, RawFacts } from '../../src/main/core/ports.ts';

export interface FakeHardware extends HardwareSource {
  /** If false, reading the operating system's id fails. */
  works: boolean;
  /** Values that replace the defaults. */
  values: Partial<Readonly<Record<keyof RawFacts, string>>>;
  /** The installation id; null if the data folder is unusable. */
  install: string | null;
  /** Whether a missing installation id may be read later. */
  isBusy: boolean;
  readCount: number;
  /** While set, each reading waits for this promise. */
  gate: Promise<void> | null;
}

const defaultValues = {
  osId: '3f2a9c44-7b1e-4d5a-9f60-2b8c7d1e5a90',
  boardVendor: 'Acme',
  boardModel: 'Z1',
  cpuBrand: 'Acme 8000',
  platformUuid: '',
};

export function createFakeHardware(): FakeHardware {
  const fact = (value: string) => ({ read: true, value }) as const;
  const failed = { read: false } as const;
  const hardware: FakeHardware = {
    works: true,
    values: {},
    install: null,
    isBusy: false,
    readCount: 0,
    gate: null,
    async read(): Promise<RawFacts> {
      hardware.readCount += 1;
      await hardware.gate;
      const values = { ...defaultValues, ...hardware.values };
      return {
        osId: hardware.works ? fact(values.osId) : failed,
        boardVendor: fact(values.boardVendor),
        boardModel: fact(values.boardModel),
        cpuBrand: fact(values.cpuBrand),
        platformUuid: fact(values.platformUuid),
      };
    },
    installId: () => Promise.resolve(hardware.install),
    isInstallIdBusy: () => hardware.isBusy,
  };
  return hardware;
}
