// Numbers of the application over time, compared with the period before.
import { useState } from 'react';
import { Chart } from '@latchkey/kit/Chart.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Stat, Stats, type StatProps } from '@latchkey/kit/Stat.tsx';
import { useAsk } from '../../client/seller.ts';
import { useCopy, useFormats } from '../../copy/language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { changeOf, compare, sinceOf, total, type By, type Compared } from './periods.ts';
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
  const formats = useFormats();
  const { current } = compared;
  const stats = ['made', 'redeemed', 'signins', 'newusers', 'refused'] as const;
  const points = current.map(({ date }) => ({
    key: date,
    label: formats.day(date, by),
    short: formats.shortDay(date, by),
  }));
  const values = (name: 'made' | 'redeemed' | 'refunded' | 'signins' | 'users' | 'refused') =>
    current.map((row) => row[name]);
  const common = { points, pointHeader: home.date, format: formats.number };
  return (
    <>
      <Stats>
        {stats.map((name) => (
          <Stat
            key={name}
            label={home.stats[name]}
            value={formats.number(total(current, name))}
            {...changeProps(changeOf(compared, name), name === 'refused', (share) =>
              home.change(formats.percent(Math.abs(share)), share > 0),
            )}
          />
        ))}
      </Stats>
      <div className="halves">
        <Sheet title={home.keys}>
          <SheetPart>
            <Chart
              {...common}
              caption={home.keys}
              kind="lines"
              series={[
                { key: 'made', label: home.stats.made, values: values('made') },
                { key: 'redeemed', label: home.stats.redeemed, values: values('redeemed') },
                { key: 'refunded', label: home.stats.refunded, values: values('refunded') },
              ]}
            />
          </SheetPart>
        </Sheet>
        <Sheet title={home.signIns}>
          <SheetPart>
            <Chart
              {...common}
              caption={home.signIns}
              kind="lines"
              series={[
                { key: 'signins', label: home.stats.signins, values: values('signins') },
                { key: 'users', label: home.users, values: values('users') },
                { key: 'refused', label: home.stats.refused, values: values('refused') },
              ]}
            />
          </SheetPart>
        </Sheet>
      </div>
      <Refusals rows={current} />
    </>
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
