// Judges the bench's results against their bounds and prints them as a table.

/**
 * @typedef {'x' | 'ms' | 'KB' | 'MB' | 'rows'} Unit KB and MB of 1000: the smaller reading of a bound is the safe one
 * @typedef {{ name: string, bound: number, unit: Unit, atLeast?: boolean }} Bound `atLeast`: a lower bound
 * @typedef {object} Finding
 * @property {number | null} measured null: cannot be measured here
 * @property {string} figures the raw figures, or why there are none
 * @property {readonly string[]} [details] further figures, printed below the table
 * @property {boolean} [notJudged] measured in a way that the bound does not cover; `figures` says why
 * @property {boolean} [failed] not measured although this machine could
 * @typedef {Bound & Finding} Row
 * @typedef {object} Measurement
 * @property {readonly Bound[]} bounds
 * @property {(stage: import('./stage.js').Stage) => Promise<Finding[]> | Finding[]} measure one finding for each bound
 */

const heads = ['', 'measured', 'bound', 'judged', 'figures'];

/**
 * @param {Row} row
 * @param {boolean} mustMeasure
 */
function judge({ measured, bound, failed, atLeast = false, notJudged = false }, mustMeasure) {
  if (failed === true) return 'FAILED';
  if (measured === null) return mustMeasure ? 'NOT MEASURED' : 'not measured';
  if (notJudged) return 'not judged';
  if (atLeast) return measured >= bound ? 'ok' : 'UNDER';
  return measured <= bound ? 'ok' : 'OVER';
}

/**
 * True if no bound is broken and, where everything must be measured, nothing is missing.
 * @param {readonly Row[]} rows
 * @param {boolean} mustMeasure
 */
export function allWell(rows, mustMeasure) {
  return rows.every((row) =>
    ['ok', 'not measured', 'not judged'].includes(judge(row, mustMeasure)),
  );
}

/**
 * @param {readonly Row[]} rows
 * @param {boolean} mustMeasure
 * @returns {string}
 */
export function tableOf(rows, mustMeasure) {
  const lines = rows.map((row) => [
    row.name,
    row.measured === null ? '-' : amount(row.measured, row.unit),
    `${row.atLeast === true ? '>=' : '<='} ${amount(row.bound, row.unit)}`,
    judge(row, mustMeasure),
    row.figures,
  ]);
  const cells = [heads, ...lines];
  const width = (/** @type {number} */ column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0));
  return cells
    .map((line) => line.map((cell, column) => cell.padEnd(width(column))).join('  '))
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

/**
 * @param {number} value
 * @param {Unit} unit
 */
function amount(value, unit) {
  const digits = { x: 2, MB: 2, ms: 1, KB: 1, rows: 0 }[unit];
  return `${value.toFixed(digits)} ${unit}`;
}
