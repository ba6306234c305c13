// One bare ipcRenderer.invoke in the page that also has the loader's bridge, to compare the two under the same conditions.
'use strict';
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('bare', {
  invoke: (input) => ipcRenderer.invoke('bench:bare', input),
});
