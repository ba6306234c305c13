// The words of the button and of the form for a free trial.
import type { FirstCopy } from '../../copy/copy.ts';
import { formatDuration } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';

const dayMs = 86_400_000;

export function trialLabel(copy: FirstCopy, days: number): string {
  return fill(copy.signIn.trial, { time: formatDuration(copy, days * dayMs) });
}
