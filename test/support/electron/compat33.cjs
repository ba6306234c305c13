// Polyfills for Electron 33, for tests only: the asynchronous safeStorage, and clipboard text calls
// that return promises, which the product uses and only newer versions have. Limit: a key store
// that asks its user still blocks the main process here.
'use strict';
const { clipboard, safeStorage } = require('electron');

safeStorage.isAsyncEncryptionAvailable ??= async () => safeStorage.isEncryptionAvailable();
safeStorage.encryptStringAsync ??= async (plainText) => safeStorage.encryptString(plainText);
// `shouldReEncrypt` is never true: Electron 33 does not rotate keys.
safeStorage.decryptStringAsync ??= async (encrypted) => ({
  result: safeStorage.decryptString(encrypted),
  shouldReEncrypt: false,
});

// Electron 44 made these return promises. The clipboard still changes before the promise resolves.
if (Number.parseInt(process.versions.electron, 10) < 44)
  for (const name of ['readText', 'writeText']) {
    const call = clipboard[name].bind(clipboard);
    clipboard[name] = async (...given) => call(...given);
  }
