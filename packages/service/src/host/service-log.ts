// Creates the service log: JSON lines with ISO time and the level's name, or text for people.
import { pino, type Logger } from 'pino';
import { plainMs, type UnixMs } from '@latchkey/protocol/units.ts';
import { systemTime } from '../clock.ts';
import { errorCode } from '../start-problem.ts';
import type { LogFormat, LogLevel } from './log-options.ts';

export interface LogOptions {
  /** Receives one line per entry. */
  readonly logStream: { readonly write: (text: string) => unknown };
  /** Default: info. */
  readonly logLevel?: LogLevel | undefined;
  /** Default: json. */
  readonly logFormat?: LogFormat | undefined;
  /** Number of this process, if several share the log. */
  readonly logProcess?: number | undefined;
}

export function createLog(options: LogOptions): Logger {
  const { logStream, logLevel = 'info', logFormat, logProcess } = options;
  const settings = {
    base: logProcess === undefined ? null : { process: logProcess },
    level: logLevel,
    timestamp: isoTimes(),
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: describeError },
  };
  const pretty = { write: (line: string) => void logStream.write(prettyLine(line)) };
  return pino(settings, logFormat === 'pretty' ? pretty : logStream);
}

/**
 * Returns a function like pino's `isoTime` that formats each second once, because formatting was
 * the largest part of a line's cost.
 */
export function isoTimes(nowMs: () => UnixMs = systemTime): () => string {
  let formatted = Number.NaN;
  let text = '';
  return () => {
    const ms = plainMs(nowMs());
    const second = Math.floor(ms / 1000);
    if (second !== formatted) text = new Date(second * 1000).toISOString().slice(0, -4);
    formatted = second;
    return `,"time":"${text}${String(ms - second * 1000).padStart(3, '0')}Z"`;
  };
}

/** SECURITY: only stack and code are logged, because other fields may contain request text. */
function describeError(error: unknown): object {
  return error instanceof Error ? { stack: error.stack, code: errorCode(error) } : {};
}

/** Returns a line of the log as text: time, level, message, fields, and the lines of a stack. */
export function prettyLine(json: string): string {
  const { time, level, msg, error, ...fields } = JSON.parse(json) as Record<string, unknown>; // pino's format
  const { stack, code } = (error ?? {}) as { stack?: string; code?: string }; // by `describeError`
  const texts = Object.entries({ ...fields, ...(code && { code }) }).map(
    ([name, value]) => `${name}=${printable(value)}`,
  );
  const head = [
    printable(time),
    printable(level).toUpperCase().padEnd(5),
    ...(msg ? [printable(msg)] : []),
  ];
  const frames = (stack ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => `    ${printable(line)}`);
  return [[...head, ...texts].join(' '), ...frames, ''].join('\n');
}

/** SECURITY: escapes control characters, which could change the terminal. */
function printable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}
