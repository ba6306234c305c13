// A program that prints this computer's device id as JSON: `probe.cjs WORKER DATAFOLDER`.
import { createHardwareSource } from '../../src/main/adapters/hardware.ts';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';
import { readDeviceId } from '../../src/main/core/device/hardware-id.ts';

const [, , workerFile = '', dataFolder = ''] = process.argv;
const log = createLogStream(process.stderr);
const source = createHardwareSource({ workerFile, dataFolder, log });
void readDeviceId(source, { ownerid: 'nwDemo2026', name: 'Northwind Studio' }).then((reading) =>
  process.stdout.write(JSON.stringify({ ...reading, values: undefined })),
);
