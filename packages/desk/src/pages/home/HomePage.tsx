// The first page of an application: first steps, what needs attention, the bulk change, money, and numbers over time.
import { useCopy } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { Attention } from './Attention.tsx';
import { BulkChange } from './BulkChange.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Numbers } from './Numbers.tsx';
import { Revenue } from './Revenue.tsx';

export function HomePage() {
  const { home } = useCopy();
  return (
    <Page title={home.title}>
      <FirstSteps />
      <Attention />
      <BulkChange />
      <Revenue />
      <Numbers />
    </Page>
  );
}
