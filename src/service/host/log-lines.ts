// Log lines on their way out: those of one turn of the event loop are written at once, because each write of its own would
// cost as much as a part of the request that it tells of. It never holds a line beyond that turn.

interface Writable {
  readonly write: (text: string) => unknown;
}

export function gatherLines(stream: Writable): Writable {
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    if (text !== '') stream.write(text);
  };
  // What a crash of this very turn leaves is written before the process ends.
  process.once('exit', flush);
  return {
    write(text) {
      if (lines === '') setImmediate(flush);
      lines += text;
    },
  };
}
