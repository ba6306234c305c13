// Runs in Electron's main process before the measured program, in the same way for every program:
// reports the stages of its start and runs the bench's scripts in its page.
'use strict';
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { app, BrowserWindow, ipcMain } = require('electron');

const program = process.env.LATCHKEY_BENCH_PROGRAM;
const usableScript = process.env.LATCHKEY_BENCH_USABLE;
const barePreload = process.env.LATCHKEY_BENCH_BARE === '1' && path.join(__dirname, 'bare.cjs');

const report = (message) => process.connected && process.send(message);
const stage = (name, atMs = Date.now()) => report({ stage: name, atMs });

report({ versions: process.versions });
stage('main-script');
app.once('ready', () => stage('ready'));
app.once('browser-window-created', (_event, window) => {
  stage('window-created');
  const { webContents } = window;
  if (barePreload) addPreload(webContents.session, barePreload);
  const shown = new Promise((resolve) => {
    if (window.isVisible()) resolve(Date.now());
    else window.once('show', () => resolve(Date.now()));
  });
  webContents.once('dom-ready', async () => {
    stage('page-loaded');
    const [drawnAtMs, shownAtMs] = await Promise.all([runInPage(usableScript), shown]);
    stage('shown', shownAtMs);
    stage('usable', Math.max(drawnAtMs, shownAtMs));
  });
});

let bareAnswer = null;
ipcMain.handle('bench:bare', () => bareAnswer);

process.on('message', async ({ id, script, answer }) => {
  try {
    if (answer !== undefined) bareAnswer = answer;
    report({ id, value: script === undefined ? null : await runInPage(script) });
  } catch (error) {
    report({ id, problem: String(error) });
  }
});
// The bench has ended, so end this process.
process.on('disconnect', () => app.exit(1));

function runInPage(script) {
  const [window] = BrowserWindow.getAllWindows();
  return window.webContents.mainFrame.executeJavaScript(script);
}

function addPreload(session, filePath) {
  if (session.registerPreloadScript !== undefined)
    session.registerPreloadScript({ type: 'frame', filePath });
  else session.setPreloads([...session.getPreloads(), filePath]);
}

const { main, name } = JSON.parse(readFileSync(path.join(program, 'package.json'), 'utf8'));
app.setName(name);
app.setAppPath?.(program);
require(path.join(program, main));
