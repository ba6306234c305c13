// Shows the findings of `latchkey doctor` and `latchkey drill`.
import { formatCount } from './format-count.ts';
import type { Finding } from './remote-findings.ts';

export function lineOf({ isOk, isWarning, what, advice }: Finding): string {
  if (isWarning) return `WARNING  ${what}: ${advice}`;
  if (advice === '') return `ok       ${what}`;
  return `${isOk ? 'note   ' : 'PROBLEM'}  ${what}: ${advice}`;
}

export function documentOf({ isOk, isWarning, what, advice }: Finding): object {
  return { ok: isOk, ...(isWarning && { warning: true }), what, advice };
}

export function countLine(problems: number): string {
  return problems === 0 ? 'No problems found.' : `${formatCount(problems, 'problem')}.`;
}
