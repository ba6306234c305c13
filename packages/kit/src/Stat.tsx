// A number with its label and its change against an earlier period.
import type { ReactNode } from 'react';

export interface StatProps {
  readonly label: string;
  /** Formatted for the user's language, or a `Skeleton`. */
  readonly value: ReactNode;
  /** The tone says whether the change is desirable, not its direction. */
  readonly change?: { readonly text: string; readonly tone: 'good' | 'danger' | 'neutral' };
}

export function Stat({ label, value, change }: StatProps) {
  return (
    <dl className="stat">
      <dt>{label}</dt>
      <dd className="stat-value">{value}</dd>
      {change !== undefined && <dd className={`stat-change ${change.tone}`}>{change.text}</dd>}
    </dl>
  );
}

/** Arranges stats in columns of equal width on one sheet. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <div className="stats">{children}</div>;
}
