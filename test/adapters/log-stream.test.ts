// The lines of the log, and the clock of this computer.
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';

const at = Date.UTC(2026, 10, 21, 12, 0, 0);

function written(write: (log: ReturnType<typeof createLogStream>) => void): unknown[] {
  let text = '';
  write(createLogStream({ write: (line) => (text += line) }, () => at));
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

describe('the log', () => {
  it('writes one line for each event', () => {
    expect(
      written((log) => {
        log.info('started');
        log.warn('slow', { ms: 12, step: 'connecting' });
      }),
    ).toEqual([
      { at: '2026-11-21T12:00:00.000Z', level: 'info', event: 'started' },
      { at: '2026-11-21T12:00:00.000Z', level: 'warn', event: 'slow', ms: 12, step: 'connecting' },
    ]);
  });

  it('writes one line even if a value has line breaks', () => {
    expect(written((log) => log.info('x', { text: 'one\ntwo\u2028three' }))).toHaveLength(1);
  });

  it('writes an error with its stack', () => {
    const error = new Error('what went wrong');
    expect(written((log) => log.error('internal', { reportId: 'ab12' }, error))).toEqual([
      {
        at: '2026-11-21T12:00:00.000Z',
        level: 'error',
        event: 'internal',
        reportId: 'ab12',
        stack: error.stack,
      },
    ]);
  });

  it('does not write a thrown value that is not an Error', () => {
    const [line] = written((log) => log.error('internal', {}, { password: 'secret' }));
    expect(JSON.stringify(line)).not.toContain('secret');
    expect(line).toMatchObject({ stack: 'thrown value of type object' });
  });

  it('does not let a field replace the event', () => {
    const [line] = written((log) => log.info('real', { event: 'other', level: 'error', at: 0 }));
    expect(line).toEqual({ at: '2026-11-21T12:00:00.000Z', level: 'info', event: 'real' });
  });

  it('survives a closed stream', () => {
    const stream = new PassThrough();
    const log = createLogStream(stream);
    stream.destroy(new Error('EPIPE'));
    expect(() => log.info('still here')).not.toThrow();
  });
});

describe('the clock', () => {
  afterEach(() => vi.useRealTimers());

  it('returns the time, and calls back once unless the timer is cancelled', () => {
    vi.useFakeTimers({ now: at });
    const clock = createSystemClock();
    const calls: string[] = [];
    clock.after(1000, () => calls.push('kept'));
    const callOff = clock.after(1000, () => calls.push('called off'));
    callOff();
    vi.advanceTimersByTime(5000);
    expect(calls).toEqual(['kept']);
    expect(clock.now()).toBe(at + 5000);
  });
});
