// The shapes of a chart in pixels: grid lines, stacked bars or lines, and the cursor.
import { Fragment } from 'react';

export interface PlottedSeries {
  readonly key: string;
  readonly values: readonly number[];
}

export interface ChartPlotProps {
  readonly kind: 'bars' | 'lines';
  readonly series: readonly PlottedSeries[];
  readonly count: number;
  readonly axis: readonly number[];
  readonly width: number;
  readonly height: number;
  /** The point under the cursor, or null. */
  readonly active: number | null;
  /** Prefix of the ids of the patterns. */
  readonly id: string;
}

const widestBar = 28;

/** Fill of the series at `index`: the first is solid, the others have patterns. */
export function fillOf(id: string, index: number): string {
  return index === 0 ? 'var(--series)' : `url(#${id}-${String(index % 3)})`;
}

export function ChartPlot(props: ChartPlotProps) {
  const { kind, axis, count, width, height, active, id } = props;
  const band = width / Math.max(1, count);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Patterns id={id} />
      {axis.map((value, at) => {
        const y = height - Math.round((at / (axis.length - 1)) * (height - 1)) - 0.5;
        return <line key={value} className={at === 0 ? 'base' : 'grid'} x2={width} y1={y} y2={y} />;
      })}
      {active !== null && kind === 'bars' && (
        <rect className="cursor" x={active * band} width={band} height={height} />
      )}
      {active !== null && kind === 'lines' && (
        <line
          className="cursor"
          x1={(active + 0.5) * band}
          x2={(active + 0.5) * band}
          y2={height}
        />
      )}
      {kind === 'bars' ? <Bars {...props} /> : <Lines {...props} />}
    </svg>
  );
}

/** Stripes and dots, which distinguish series without colour. */
function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {[1, 2].map((index) => (
        <pattern
          key={index}
          id={`${id}-${String(index)}`}
          className={`series-${String(index)}`}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform={index === 1 ? 'rotate(45)' : undefined}
        >
          <rect className="behind" width="5" height="5" />
          {index === 1 ? <rect width="3" height="5" /> : <circle cx="2.5" cy="2.5" r="1.75" />}
        </pattern>
      ))}
    </defs>
  );
}

function Bars({ series, count, axis, width, height, id }: ChartPlotProps) {
  const band = width / Math.max(1, count);
  const bar = Math.max(1, Math.min(band * 0.68, widestBar));
  const scale = (height - 1) / (axis.at(-1) ?? 1);
  return Array.from({ length: count }, (_, point) => {
    const x = point * band + (band - bar) / 2;
    const top = series.findLastIndex(({ values }) => (values[point] ?? 0) > 0);
    let sum = 0;
    return (
      <Fragment key={point}>
        {series.map(({ key, values }, index) => {
          const value = values[point] ?? 0;
          if (value <= 0) return null;
          const from = height - 1 - sum * scale;
          sum += value;
          const to = Math.min(height - 1 - sum * scale, from - 1);
          const path = barPath({ x, from, to, bar, round: index === top });
          return (
            <path
              key={key}
              className={`series-${String(index % 3)}`}
              fill={fillOf(id, index)}
              d={path}
            />
          );
        })}
      </Fragment>
    );
  });
}

interface Bar {
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly bar: number;
  readonly round: boolean;
}

function barPath({ x, from, to, bar, round }: Bar): string {
  const r = round ? Math.min(3, bar / 2, from - to) : 0;
  return `M${x} ${from}V${to + r}q0 ${-r} ${r} ${-r}h${bar - 2 * r}q${r} 0 ${r} ${r}V${from}z`;
}

function Lines({ series, count, axis, width, height, active }: ChartPlotProps) {
  const band = width / Math.max(1, count);
  const scale = (height - 1) / (axis.at(-1) ?? 1);
  const at = (values: readonly number[], point: number) =>
    `${(point + 0.5) * band} ${height - 1 - (values[point] ?? 0) * scale}`;
  // The first series is drawn last, above the others.
  return series.toReversed().map(({ key, values }, reversed) => {
    const index = series.length - 1 - reversed;
    const points = Array.from({ length: count }, (_, point) => at(values, point));
    const line = `M${points.join('L')}`;
    const [dotX, dotY] = active === null ? [] : at(values, active).split(' ');
    return (
      <g key={key} className={`series-${String(index % 3)}`}>
        {index === 0 && series.length === 1 && (
          <path className="area" d={`${line}V${height}H${band / 2}z`} />
        )}
        <path className="line" d={count === 1 ? `${line}h0` : line} />
        {active !== null && <circle className="dot" cx={dotX} cy={dotY} r="4" />}
      </g>
    );
  });
}
