// In Electron's main process, with its network, as users have it.
import { app } from 'electron';
import { createElectronDownloads } from '../../../../src/main/adapters/http-electron.ts';
import { tellFound } from './installing.js';

void app.whenReady().then(() => tellFound(createElectronDownloads()));
