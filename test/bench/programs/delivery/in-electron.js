// Runs the installing program in Electron's main process, with Electron's network as for users.
import { app } from 'electron';
import { createElectronDownloads } from '../../../../src/main/adapters/http-electron.ts';
import { reportResults } from './installing.js';

void app.whenReady().then(() => reportResults(createElectronDownloads()));
