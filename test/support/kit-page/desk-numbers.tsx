// Stats and charts of the desk's kit page.
import { useState } from 'react';
import { Chart } from '@latchkey/kit/Chart.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Stat, Stats } from '@latchkey/kit/Stat.tsx';
import { format, points, refunded, refused, sold } from './desk-samples.ts';

export function Numbers() {
  const [period, setPeriod] = useState<'7' | '30' | '90'>('30');
  return (
    <>
      <Segmented
        label="Period"
        value={period}
        onChange={setPeriod}
        options={[
          { value: '7', label: '7 days' },
          { value: '30', label: '30 days' },
          { value: '90', label: '90 days' },
        ]}
      />
      <Stats>
        <Stat label="Sold" value="1,204" change={{ text: '12 % more', tone: 'good' }} />
        <Stat label="Refunded" value="18" change={{ text: '3 more', tone: 'danger' }} />
        <Stat label="Active users" value="8,310" change={{ text: 'As before', tone: 'neutral' }} />
        <Stat label="Refusals" value="96" />
      </Stats>
      <Sheet title="Sales">
        <SheetPart>
          <Chart
            caption="Sales per day"
            kind="bars"
            points={points}
            pointHeader="Day"
            format={format}
            series={[
              { key: 'sold', label: 'Sold', values: sold },
              { key: 'refunded', label: 'Refunded', values: refunded },
            ]}
          />
        </SheetPart>
      </Sheet>
      <Sheet title="Sign-ins">
        <SheetPart>
          <Chart
            caption="Sign-ins per day"
            kind="lines"
            points={points}
            pointHeader="Day"
            format={format}
            series={[
              { key: 'users', label: 'Signed in', values: sold },
              { key: 'refused', label: 'Refused', values: refused },
              { key: 'new', label: 'New', values: refunded },
            ]}
          />
        </SheetPart>
      </Sheet>
    </>
  );
}
