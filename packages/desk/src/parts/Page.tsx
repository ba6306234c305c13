// A page of the desk: its title, actions and content.
import type { ReactNode } from 'react';
import { PageHead } from '@latchkey/kit/PageHead.tsx';
import { useCopy } from '../copy/language.ts';
import { useTitle } from '../layout/use-title.ts';
import { useApplication } from '../session/application.ts';

interface PageProps {
  readonly title: string;
  readonly mark?: ReactNode;
  readonly description?: string;
  readonly back?: { readonly href: string; readonly label: string };
  /** Buttons at the end of the head. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, children, ...head }: PageProps) {
  const { frame } = useCopy();
  const { name } = useApplication();
  useTitle(frame.tab(title, name));
  return (
    <>
      <PageHead title={title} {...head} />
      {children}
    </>
  );
}
