// The main script of a windowless Electron that returns this computer's device id to the test.
import { createHardwareSource } from '../../src/main/adapters/hardware.ts';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';
import { readDeviceId } from '../../src/main/core/device/hardware-id.ts';

export type ReadIdIn = (workerFile: string, dataFolder: string) => Promise<unknown>;

const readIdIn: ReadIdIn = (workerFile, dataFolder) => {
  const log = createLogStream(process.stderr);
  const source = createHardwareSource({ workerFile, dataFolder, log });
  return readDeviceId(source, { ownerid: 'nwDemo2026', name: 'Northwind Studio' }).then(
    (reading) => ({ ...reading, values: undefined }),
  );
};

Object.assign(globalThis, { readIdIn });
