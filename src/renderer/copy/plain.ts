// What is said when there is no loader behind the page, and when the page itself has broken down.
export const plainCopy = {
  noBridge: 'This page belongs to the loader',
  noBridgeText: 'Please close it and go on in the program itself.',
  thisProgram: 'this program',
  stopped: 'This window ran into a problem',
  stoppedText:
    'Restart it to go on. If the problem comes back, copy the details and send them to {brand}.',
  restart: 'Restart',
  codeMeans: 'It marks this problem in the log that this program keeps on your computer.',
} as const;
