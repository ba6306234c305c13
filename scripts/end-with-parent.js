// Loaded with --import into a child of a script: asks this process to end when the script is gone, however it went.

if (process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Listening alone must not keep a process alive that has finished.
  process.channel.unref();
}
