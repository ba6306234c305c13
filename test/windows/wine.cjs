// Loaded first by every Node in Wine, for what Wine 8 lacks.
const children = require('node:child_process');
const { registerHooks, syncBuiltinESMExports } = require('node:module');

// TCP_KEEPINTVL: a connection that sets it before it connects, as fetch does, fails with
// `connect UNKNOWN`.
require('node:net').Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};

// PowerShell, icacls and access lists: answers the folder check (windows-access.ts) as Windows does
// for a user's own folders.
const user = 'S-1-5-21-1-2-3-1001';
const installer = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const own = `O:${user}G:${user}D:(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;${user})`;
const root = `O:${installer}G:${installer}D:PAI(A;;LC;;;AU)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)`;
const { execFileSync } = children;
children.execFileSync = function execFileSyncOnWindows(file, args, options) {
  if (/\\icacls\.exe$/i.test(file)) return '';
  if (/\\whoami\.exe$/i.test(file)) return `"PC\\anna","${user}"\r\n`;
  if (!/\\powershell\.exe$/i.test(file) || options?.env?.CHECKED_FOLDERS === undefined)
    return execFileSync(file, args, options);
  const rows = options.env.CHECKED_FOLDERS.split('|').map((folder) =>
    /^[A-Z]:\\$/i.test(folder) ? root : own,
  );
  return [...rows, ''].join('\r\n');
};
syncBuiltinESMExports();

// Any other call of PowerShell takes six seconds, as on a slow computer, and prints nothing.
const { spawn } = children.ChildProcess.prototype;
children.ChildProcess.prototype.spawn = function spawnOnWindows(options) {
  const isPowerShell = /(^|\\)powershell(\.exe)?$/i.test(options.file);
  const wait = [process.execPath, '-e', 'setTimeout(() => undefined, 6_000)'];
  return spawn.call(
    this,
    isPowerShell ? { ...options, file: process.execPath, args: wait } : options,
  );
};

// Links: workers that run from their sources would find the workspaces below node_modules, where Node
// strips no types.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    return { ...resolved, url: resolved.url.replace('/node_modules/@latchkey/', '/packages/') };
  },
});
