// Polyfills for tests on Electron 33: the asynchronous safeStorage and clipboard calls, which the
// product uses. Limit: a key store that prompts the user still blocks the main process.
'use strict';
const { clipboard, safeStorage } = require('electron');

safeStorage.isAsyncEncryptionAvailable ??= async () => safeStorage.isEncryptionAvailable();
safeStorage.encryptStringAsync ??= async (plainText) => safeStorage.encryptString(plainText);
// `shouldReEncrypt` is always false, because Electron 33 does not rotate keys.
safeStorage.decryptStringAsync ??= async (encrypted) => ({
  result: safeStorage.decryptString(encrypted),
  shouldReEncrypt: false,
});

// Since Electron 44, these calls return promises.
if (Number.parseInt(process.versions.electron, 10) < 44)
  for (const name of ['readText', 'writeText']) {
    const call = clipboard[name].bind(clipboard);
    clipboard[name] = async (...given) => call(...given);
  }
