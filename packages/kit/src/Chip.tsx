// A small label of a state; its words say all that its colour does.
import type { ReactNode } from 'react';

export interface ChipProps {
  readonly tone: 'good' | 'warning' | 'danger' | 'neutral';
  readonly children: ReactNode;
}

export function Chip({ tone, children }: ChipProps) {
  return <span className={`chip ${tone}`}>{children}</span>;
}
