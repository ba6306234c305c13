// Sends SIGTERM to this process when its parent has ended. Node loads this file with --import.

if (process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The IPC channel must not keep a finished process alive.
  process.channel.unref();
}
