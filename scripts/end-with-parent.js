// Loaded with --import into a child of a script: sends it SIGTERM when the script is gone.

if (process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The IPC channel must not keep a finished process alive.
  process.channel.unref();
}
