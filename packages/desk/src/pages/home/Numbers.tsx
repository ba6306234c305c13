// Numbers of the application over time, compared with the period before.
import { useState } from 'react';
import { Chart } from '@latchkey/kit/Chart.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Stat, Stats, type StatProps } from '@latchkey/kit/Stat.tsx';
import { useAsk } from '../../client/seller.ts';
import { useCopy, useFormats } from '../../copy/language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import {
  changeOf,
  compare,
  sinceOf,
  total,
  type By,
  type Compared,
  type SeriesRow,
} from './periods.ts';
import { Refusals } from './Refusals.tsx';

export function Numbers() {
  const { home } = useCopy();
  const [by, setBy] = useState<By>('day');
  const [nowMs] = useState(() => Date.now());
  const series = useAsk('series', { by, since: sinceOf(by, nowMs) });
  return (
    <>
      <Segmented
        label={home.period}
        value={by}
        onChange={setBy}
        options={[
          { value: 'day', label: home.days },
          { value: 'week', label: home.weeks },
          { value: 'month', label: home.months },
        ]}
      />
      <Loaded query={series} lines={6}>
        {(answer) => <Shown compared={compare(answer.series, answer.by)} by={answer.by} />}
      </Loaded>
    </>
  );
}

interface ShownProps {
  readonly compared: Compared;
  readonly by: By;
}

function Shown({ compared, by }: ShownProps) {
  const { home } = useCopy();
  const { current } = compared;
  return (
    <>
      <Totals compared={compared} />
      <div className="halves">
        <SeriesSheet
          title={home.keys}
          rows={current}
          by={by}
          series={['made', 'redeemed', 'refunded']}
        />
        <SeriesSheet
          title={home.signIns}
          rows={current}
          by={by}
          series={['signins', 'users', 'refused']}
        />
      </div>
      <Refusals rows={current} />
    </>
  );
}

const totals = ['made', 'redeemed', 'signins', 'newusers', 'refused'] as const;

function Totals({ compared }: Pick<ShownProps, 'compared'>) {
  const { home } = useCopy();
  const formats = useFormats();
  const { data } = useAsk('attention', {});
  const changeText = (share: number) =>
    home.change(formats.percent(Math.round(Math.abs(share) * 100) / 100), share > 0);
  return (
    <Stats>
      {data !== undefined && <Stat label={home.active} value={formats.number(data.active)} />}
      {totals.map((name) => (
        <Stat
          key={name}
          label={home.series[name]}
          value={formats.number(total(compared.current, name))}
          {...changeProps(changeOf(compared, name), name === 'refused', changeText)}
        />
      ))}
    </Stats>
  );
}

interface SeriesSheetProps {
  readonly title: string;
  readonly rows: readonly SeriesRow[];
  readonly by: By;
  readonly series: readonly ('made' | 'redeemed' | 'refunded' | 'signins' | 'users' | 'refused')[];
}

function SeriesSheet({ title, rows, by, series }: SeriesSheetProps) {
  const { home } = useCopy();
  const formats = useFormats();
  return (
    <Sheet title={title}>
      <SheetPart>
        <Chart
          caption={title}
          kind="lines"
          pointHeader={home.date}
          format={formats.number}
          points={rows.map(({ date }) => ({
            key: date,
            label: formats.day(date, by),
            short: formats.shortDay(date, by),
          }))}
          series={series.map((name) => ({
            key: name,
            label: home.series[name],
            values: rows.map((row) => row[name]),
          }))}
        />
      </SheetPart>
    </Sheet>
  );
}

/** More refusals are bad, more of everything else is good. */
function changeProps(
  share: number | null,
  isBad: boolean,
  text: (share: number) => string,
): Pick<StatProps, 'change'> {
  if (share === null || share === 0) return {};
  return { change: { text: text(share), tone: share > 0 === isBad ? 'danger' : 'good' } };
}
