// Computers of tests, and their device.
import { createDevice } from '../../src/main/core/device/device.ts';
import type { createFakeDeviceRecords } from '../support/fake-device-records.ts';
import { createFakeHardware, type FakeHardware } from '../support/fake-hardware.ts';
import { createFakeLog } from '../support/fake-log.ts';

export type Facts = FakeHardware['values'];

export const linux: Facts = {
  osId: 'b1946ac92492d2347c6235b4d2611184',
  boardVendor: 'LENOVO',
  boardModel: '20XW0026GE',
  cpuBrand: 'Intel(R) Core(TM) i7-1165G7',
  platformUuid: '',
};
export const windows: Facts = {
  osId: '7e0f2a66-51e2-4c4f-8f0f-0d1a4e1f6b11',
  boardVendor: 'ASUSTeK COMPUTER INC.',
  boardModel: 'PRIME B550M-A',
  cpuBrand: 'AMD Ryzen 5 5600X 6-Core Processor',
  platformUuid: '4c4c4544-0042-3510-8056-b4c04f435931',
};
export const mac: Facts = {
  osId: '9a1b3c5d-1111-5222-9333-abcdefabcdef',
  boardVendor: 'Apple Inc.',
  boardModel: 'Mac14,7',
  cpuBrand: 'Apple M2',
  platformUuid: '9a1b3c5d-1111-5222-9333-abcdefabcdef',
};
export const uuid = { platformUuid: '1f2e3d4c-5b6a-4978-8796-a5b4c3d2e1f0' };
export const osId = { osId: 'c3d2e1f0-a5b4-4978-8796-5b6a1f2e3d4c' };
export const cpu = { cpuBrand: 'AMD Ryzen 7 5800X3D 8-Core Processor' };
export const board = { boardModel: 'ROG STRIX B550-F' };
export const otherBoard = { boardVendor: 'Micro-Star International', boardModel: 'MAG B550M' };
/** Starts the loader on a computer with these facts. */
export function start(
  records: ReturnType<typeof createFakeDeviceRecords>,
  values: Facts,
  hardware = createFakeHardware(),
) {
  Object.assign(hardware, { values, install: '5'.repeat(64) });
  const owner = { ownerid: 'nwDemo2026', name: 'Northwind Studio' };
  return createDevice({ hardware, deviceRecords: records, log: createFakeLog() }, owner);
}
