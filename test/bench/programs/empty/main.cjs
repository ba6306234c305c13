// The baseline of every Electron program: one window of the loader's size with an empty page.
'use strict';
const path = require('node:path');
const { app, BrowserWindow } = require('electron');

app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 900, height: 600 });
  void window.loadFile(path.join(__dirname, 'index.html'));
});
