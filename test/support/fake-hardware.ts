// A computer whose facts a test sets.
import type { HardwareSource, RawFacts } from '../../src/main/core/ports.ts';

export interface FakeHardware extends HardwareSource {
  /** false: the sources fail from now on. */
  works: boolean;
  readings: number;
  /** While set, a reading waits for it. */
  gate: Promise<void> | null;
}

export function createFakeHardware(): FakeHardware {
  const fact = (value: string) => ({ read: true, value }) as const;
  const failed = { read: false } as const;
  const hardware: FakeHardware = {
    works: true,
    readings: 0,
    gate: null,
    async read(): Promise<RawFacts> {
      hardware.readings += 1;
      await hardware.gate;
      const osId = hardware.works ? fact('3f2a9c44-7b1e-4d5a-9f60-2b8c7d1e5a90') : failed;
      return {
        osId,
        boardVendor: fact('Acme'),
        boardModel: fact('Z1'),
        cpuBrand: fact('Acme 8000'),
        platformUuid: fact(''),
      };
    },
    installId: () => Promise.resolve(null),
  };
  return hardware;
}
