// Exposes a bare ipcRenderer.invoke beside the loader's bridge, to compare both in the same page.
'use strict';
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('bare', {
  invoke: (input) => ipcRenderer.invoke('bench:bare', input),
});
