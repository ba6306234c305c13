// Builds the texts for the progress of a task: sizes, speed and time left.
import type { Task } from '../shared/program.ts';
import type { Copy } from './copy.ts';
import { formatShortDuration } from './dates.ts';
import { fill, joinSentences } from './sentences.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/**
 * Returns a size such as "12.4 MB", or a speed such as "12.4 MB/s" with `perSecond`. Three digits,
 * decimal units, and a no-break space before the unit.
 */
export function formatBytes({ locale }: Copy, bytes: number, perSecond = false): string {
  const power = Math.floor(Math.log10(Math.max(1, bytes)) / 3);
  const at = Math.min(power, units.length - 1);
  const unit = units[at] ?? 'byte';
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: perSecond ? `${unit}-per-second` : unit,
    // The short form would read "0 byte".
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  });
  return format.format(bytes / 1000 ** at).replaceAll(' ', '\u00a0');
}

/** Joins the progress texts for screen readers. */
export function joinProgressTexts({ locale }: Copy, texts: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'unit' }).format(texts);
}

/** Returns the progress as separate texts: stage, bytes, speed and time left. */
export function progressTexts(copy: Copy, task: Task, brand: string): readonly string[] {
  const { state, stage } = task;
  if (state === 'running' && stage === 'waiting') return [fill(copy.taskStages.waiting, { brand })];
  if (state === 'running' && stage === 'held') return [copy.taskStages.held];
  const texts = bytesTexts(copy, task);
  const showsStage = state === 'running' && stage !== null && stage !== 'waiting';
  return showsStage ? [copy.taskStages[stage], ...texts] : texts;
}

/** Returns the text of the question before cancelling. Only a running task can be paused. */
export function stopText(copy: Copy, { kind, state }: Pick<Task, 'kind' | 'state'>): string {
  const canPause = state === 'running' && kind !== 'move';
  const { stopText: text } = copy.taskKinds[kind];
  return joinSentences(text, canPause ? copy.task.pauseInstead : null);
}

const beforeNumbers = { running: 'begins', paused: 'paused', failed: 'nothingYet' } as const;

function bytesTexts(copy: Copy, task: Task): readonly string[] {
  const { state, done, total, bytesPerSecond } = task;
  // While no number is known, a 0 would look like an empty task.
  if (done === 0 && total === null) return [copy.task[beforeNumbers[state]]];
  const bytes = formatBytes(copy, done);
  const amount =
    total === null ? bytes : fill(copy.task.of, { done: bytes, total: formatBytes(copy, total) });
  if (state === 'paused') return [copy.task.paused, amount];
  if (state === 'failed' || bytesPerSecond === null) return [amount];
  if (bytesPerSecond === 0) return [amount, copy.task.stalled];
  const time = timeLeft(copy, task.etaMs);
  return [amount, formatBytes(copy, bytesPerSecond, true), ...(time === null ? [] : [time])];
}

function timeLeft(copy: Copy, etaMs: number | null): string | null {
  if (etaMs === null) return null;
  if (etaMs < 10_000) return copy.task.leftShort;
  // Round to ten seconds: exact seconds would be announced too often and would be inaccurate.
  const rounded = etaMs < 60_000 ? Math.ceil(etaMs / 10_000) * 10_000 : etaMs;
  return fill(copy.task.left, { time: formatShortDuration(copy, rounded) });
}
