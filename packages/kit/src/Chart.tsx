// Chart of counts over dates, as stacked bars or lines. The pointer or the arrow keys choose a date
// whose values are shown in the legend. A hidden table holds the same data for screen readers.
import { useId, useRef, useState, type PointerEvent } from 'react';
import { axisIndexes, axisValues } from './chart-scale.ts';
import { ChartPlot, fillOf } from './ChartPlot.tsx';
import { useWidth } from './use-width.ts';

export interface ChartPoint {
  /** Unique, such as an ISO date. */
  readonly key: string;
  /** The date in full, for the legend and the table. */
  readonly label: string;
  /** The date on the axis; default: `label`. */
  readonly short?: string;
}

export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  /** One count for each point, at least 0. */
  readonly values: readonly number[];
}

export interface ChartProps {
  /** Accessible name. */
  readonly caption: string;
  readonly kind: 'bars' | 'lines';
  readonly points: readonly ChartPoint[];
  /** Up to three series. Each has another colour and another pattern. */
  readonly series: readonly ChartSeries[];
  /** Header of the column of dates in the hidden table. */
  readonly pointHeader: string;
  readonly format: (value: number) => string;
}

const height = 176;
const labelWidth = 88;
const mostLabels = 6;

export function Chart(props: ChartProps) {
  const { caption, kind, points, series, format } = props;
  const id = useId();
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot);
  const [chosen, setActive] = useState<number | null>(null);
  const active = chosen !== null && chosen < points.length ? chosen : null;
  const axis = axisValues(highest(props));
  const most = Math.min(mostLabels, Math.max(2, Math.floor(width / labelWidth)));
  return (
    <figure className="chart" aria-label={caption}>
      <Legend {...props} id={id} active={active} />
      <div className="chart-area">
        <div className="chart-values" aria-hidden="true">
          {axis.map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <div
          className="plot"
          ref={plot}
          onPointerMove={(event) => setActive(pointAt(event, points.length))}
          onPointerDown={(event) => setActive(pointAt(event, points.length))}
          onPointerLeave={() => setActive(null)}
        >
          <ChartPlot {...{ kind, series, axis, width, height, active, id }} count={points.length} />
          <Cursor {...props} active={active} setActive={setActive} />
        </div>
        <div className="chart-dates" aria-hidden="true">
          {axisIndexes(points.length, most).map((index) => (
            <span key={index}>{points[index]?.short ?? points[index]?.label}</span>
          ))}
        </div>
      </div>
      <DataTable {...props} />
    </figure>
  );
}

function highest({ kind, points, series }: ChartProps): number {
  const all = points.map((_, point) => series.map(({ values }) => values[point] ?? 0));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return Math.max(0, ...all.map((values) => (kind === 'bars' ? sum(values) : Math.max(...values))));
}

/** The point under the pointer. In right-to-left text, the first point is on the right. */
function pointAt({ currentTarget, clientX }: PointerEvent, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const share = (clientX - left) / Math.max(1, width);
  const isReversed = getComputedStyle(currentTarget).direction === 'rtl';
  const at = Math.floor((isReversed ? 1 - share : share) * count);
  return Math.min(Math.max(0, at), count - 1);
}

interface LegendProps extends ChartProps {
  readonly id: string;
  readonly active: number | null;
}

/** Names the series. While a point is chosen, it shows their values and its date. */
function Legend({ kind, series, points, format, id, active }: LegendProps) {
  return (
    <div className="legend" aria-hidden="true">
      {series.map(({ key, label, values }, index) => (
        <span key={key} className={`legend-entry series-${String(index % 3)}`}>
          <svg width="12" height="12">
            {kind === 'bars' ? (
              <rect width="12" height="12" rx="3" fill={fillOf(id, index)} />
            ) : (
              <path className="line" d="M0 6H12" />
            )}
          </svg>
          {label}
          {active !== null && <b>{format(values[active] ?? 0)}</b>}
        </span>
      ))}
      {active !== null && <span className="legend-date">{points[active]?.label}</span>}
    </div>
  );
}

interface CursorProps extends ChartProps {
  readonly active: number | null;
  readonly setActive: (active: number | null) => void;
}

/** A native range over the points, which adds the keyboard and the values for screen readers. */
function Cursor({ caption, points, series, format, active, setActive }: CursorProps) {
  const last = points.length - 1;
  const at = active ?? last;
  const values = series.map(({ label, values }) => `${label} ${format(values[at] ?? 0)}`);
  return (
    <input
      type="range"
      aria-label={caption}
      aria-valuetext={last < 0 ? undefined : `${points[at]?.label ?? ''}: ${values.join(', ')}`}
      min={0}
      max={Math.max(0, last)}
      value={Math.max(0, at)}
      disabled={points.length === 0}
      onFocus={() => setActive(at)}
      onBlur={() => setActive(null)}
      onChange={(event) => setActive(event.currentTarget.valueAsNumber)}
    />
  );
}

function DataTable({ caption, points, series, pointHeader, format }: ChartProps) {
  return (
    <div className="unseen">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[pointHeader, ...series.map(({ label }) => label)].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ key, label }, point) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {series.map((one) => (
                <td key={one.key}>{format(one.values[point] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
