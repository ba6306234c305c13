// Builds the adapters that every start needs, without the window.
import path from 'node:path';
import { app, safeStorage } from 'electron';
import type { LanguageCode } from '../shared/languages.ts';
import type { Clock } from '@latchkey/client/ports.ts';
import { createAutostart } from './adapters/autostart.ts';
import type { readLoaderConfig } from './adapters/config-file.ts';
import { createDeviceRecords } from './adapters/device-records.ts';
import { createHardwareSource } from './adapters/hardware.ts';
import { createElectronHttp } from './adapters/http-electron.ts';
import { createAppLauncher } from './adapters/launcher.ts';
import { createVault } from './adapters/vault.ts';
import type { Log } from './core/ports.ts';
import { applicationHash, serviceHash } from './core/session/service-hash.ts';
import type { DataFolder } from './shell/data-folder.ts';

export type Reading = Extract<ReturnType<typeof readLoaderConfig>, { ok: true }>;

export interface AdaptersParts {
  readonly data: DataFolder;
  readonly log: Log;
  readonly clock: Clock;
  readonly production: boolean;
  /** Returns the absolute path of a folder of the build. */
  readonly outputPath: (name: string) => string;
  readonly windowShown: Promise<void>;
  readonly language: () => LanguageCode;
}

export function openAdapters({ config, folder }: Reading, parts: AdaptersParts) {
  const { data, log, clock, production, outputPath, windowShown, language } = parts;
  const service = serviceHash(config.service);
  const application = applicationHash(config.service);
  const sealed = { ...data, safeStorage, platform: process.platform, log, windowShown };
  return {
    clock,
    http: createElectronHttp({ language }),
    vault: createVault({ ...sealed, service, now: clock.now }),
    deviceRecords: createDeviceRecords({ ...sealed, application }),
    hardware: createHardwareSource({
      workerFile: path.join(outputPath('hardware-worker'), 'hardware-worker.cjs'),
      dataFolder: data.folder,
      log,
    }),
    // In development, the system would start Electron without the program.
    autostart: production ? createAutostart({ app, title: config.brand.name, process, log }) : null,
    launcher: createAppLauncher({
      launch: config.launch,
      folder: production ? process.resourcesPath : folder,
      production,
      runner: config.delivery?.runner,
      output: 'inherit',
    }),
  };
}
