// Small label for a state. The colour only repeats the meaning of the text.
import type { ReactNode } from 'react';

export interface ChipProps {
  readonly tone: 'good' | 'warning' | 'danger' | 'neutral';
  readonly children: ReactNode;
}

export function Chip({ tone, children }: ChipProps) {
  return <span className={`chip ${tone}`}>{children}</span>;
}
