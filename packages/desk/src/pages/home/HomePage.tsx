// The first page of an application.
import { useCopy } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';

export function HomePage() {
  const { home } = useCopy();
  return <Page title={home.title}>{null}</Page>;
}
