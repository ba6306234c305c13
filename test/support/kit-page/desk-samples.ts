// Data of the desk's kit page: licenses and the counts of 30 days.
import type { ChartPoint } from '@latchkey/kit/Chart.tsx';

export interface License {
  readonly id: string;
  readonly key: string;
  readonly plan: string;
  readonly user: string;
  readonly days: number;
  readonly state: 'active' | 'unused' | 'banned';
  readonly made: string;
}

const states = ['active', 'unused', 'active', 'banned'] as const;
const users = ['anna', 'שלום', 'a-very-long-user-name-of-somebody@example.com', ''];

export const licenses: readonly License[] = Array.from({ length: 8 }, (_, at) => ({
  id: String(at),
  key: `NWDEMO-MONTH1-C9P4ZG-W7D2V${String(at)}`,
  plan: at % 3 === 0 ? 'Pro' : 'Render add-on',
  user: users[at % 4] ?? '',
  days: [30, 365, 7, 30_000][at % 4] ?? 0,
  state: states[at % 4] ?? 'active',
  made: `${String(26 - at)} November 2026`,
}));

export const points: readonly ChartPoint[] = Array.from({ length: 30 }, (_, at) => ({
  key: `2026-11-${String(at + 1).padStart(2, '0')}`,
  label: `${String(at + 1)} November 2026`,
  short: `${String(at + 1)} Nov`,
}));

export const sold = points.map((_, at) =>
  at === 4 ? 0 : Math.round(21 + 14 * Math.sin(at / 3) + (at % 7)),
);
export const refunded = points.map((_, at) => (at % 5 === 0 ? 4 : at % 3));
export const refused = points.map((_, at) => Math.round(6 + 4 * Math.cos(at / 4)));

export const format = (value: number) => value.toLocaleString('en');
