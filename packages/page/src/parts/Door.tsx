// The narrow column of the sign-in: application, title, content, and the other language.
import type { ReactNode } from 'react';
import { LanguageButton } from './LanguageButton.tsx';

interface DoorProps {
  readonly application?: string;
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

export function Door({ application, title, lead, children }: DoorProps) {
  return (
    <main className="door">
      <div className="door-column">
        {application !== undefined && (
          <p className="door-brand">
            <bdi>{application}</bdi>
          </p>
        )}
        <div className="door-head">
          <h1>{title}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {children}
      </div>
      <LanguageButton />
    </main>
  );
}
