// The search and filters of the list of licenses, which are in the address.
import type { ParametersOf } from '../../../client/seller.ts';
import type { Query } from '../../../router/query.ts';
import type { License, LicenseState } from '../license.ts';

export const states = ['unused', 'used', 'banned'] as const;
export type State = (typeof states)[number];

/** The days of the filter by creation. `0` is today. */
export const periods = ['0', '7', '30', '90'] as const;

export const stateNames = {
  unused: 'Not Used',
  used: 'Used',
  banned: 'Banned',
} as const satisfies Record<State, LicenseState>;

export interface Filters {
  readonly text: string;
  readonly state: State | '';
  readonly level: string;
  readonly creator: string;
  readonly period: (typeof periods)[number] | '';
}

/** Ignores values that the page does not offer. */
export function filtersIn(query: Query): Filters {
  return {
    text: query['text'] ?? '',
    state: states.find((one) => one === query['state']) ?? '',
    level: query['level'] ?? '',
    creator: query['creator'] ?? '',
    period: periods.find((one) => one === query['period']) ?? '',
  };
}

export const noFilters = { text: '', state: '', level: '', creator: '', period: '' } as const;

export function hasFilters(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== '');
}

export type ListParameters = Omit<ParametersOf<'fetchallkeys'>, 'offset' | 'limit'>;

/** The parameters of `fetchallkeys`. A period begins at midnight of the browser's time zone. */
export function listParameters(filters: Filters, nowMs: number): ListParameters {
  const { state, level, creator, period } = filters;
  return {
    status: state === '' ? undefined : state,
    level: level === '' ? undefined : level,
    genby: creator.trim() === '' ? undefined : creator.trim(),
    since: period === '' ? undefined : String(midnight(nowMs, Number(period))),
  };
}

/** The filters of `fetchallkeys`, for rows of a search, which has none. */
export function matchesFilters(
  license: License,
  { status, level, genby, since }: ListParameters,
): boolean {
  return (
    (status === undefined ||
      states.some((state) => state === status && stateNames[state] === license.status)) &&
    (level === undefined || license.level === level) &&
    (genby === undefined || license.genby === genby) &&
    (since === undefined || Number(license.gendate) >= Number(since))
  );
}

function midnight(nowMs: number, daysAgo: number): number {
  const now = new Date(nowMs);
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
  return Math.floor(day.getTime() / 1000);
}
