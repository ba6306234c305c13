// Values of the columns of filled rows, as SQL of the row's number `i`.
import { ownApplicationId } from '../own-application.ts';

export type Filling = readonly [
  table: string,
  rows: number,
  /** The value of each column. */
  columns: Readonly<Record<string, string>>,
];

export const nowSeconds = 1_900_000_000;

/** Around `nowSeconds`, in the order of the rows. */
export const time = '(1899000000 + i * $step)';

/** Half of all rows belong to one application; 49 others share the rest. */
export const application = `case when i % 2 = 0 then '${ownApplicationId}' else 'app-' || (i % 49) end`;

/** A row for each application. */
export const eachApplication = `case when i = 49 then '${ownApplicationId}' else 'app-' || i end`;
export const user = `'user-' || (i * 7919 % 100000)`;
export const plan = `'plan-' || (i % 150)`;
export const account = `'account-' || (i % 100)`;
