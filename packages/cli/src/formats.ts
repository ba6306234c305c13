// How the command line shows times and durations in sentences of @latchkey/seller-copy.
import type { Formats } from '@latchkey/seller-copy/formats.ts';
import { formatDays, formatTime } from './answers.ts';

export const formats: Formats = {
  time: (at) => formatTime({ at }, 'at'),
  duration: (given) => formatDays({ given }, 'given'),
};
