// The first page of an application: what needs attention, and numbers over time.
import { useCopy } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { Attention } from './Attention.tsx';
import { Numbers } from './Numbers.tsx';

export function HomePage() {
  const { home } = useCopy();
  return (
    <Page title={home.title}>
      <Attention />
      <Numbers />
    </Page>
  );
}
