// The narrow page of sign-in and invitations: product name, title, content.
import type { ReactNode } from 'react';
import { useLanguage } from '../copy/language.ts';
import { useTitle } from './use-title.ts';

interface DoorProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

export function Door({ title, lead, children }: DoorProps) {
  const { copy, code, choose } = useLanguage();
  useTitle(`${title} · ${copy.frame.product}`);
  return (
    <main className="door">
      <div className="door-column">
        <p className="door-brand">
          <span className="brand-mark" aria-hidden="true">
            L
          </span>
          {copy.frame.product}
        </p>
        <div className="door-head">
          <h1>{title}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {children}
      </div>
      <button
        type="button"
        className="button quiet door-language"
        lang={code === 'en' ? 'de' : 'en'}
        onClick={() => choose(code === 'en' ? 'de' : 'en')}
      >
        {copy.frame.language}
      </button>
    </main>
  );
}
