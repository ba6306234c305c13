// A small label for a state. The text alone carries the meaning; the colour repeats it.
import type { ReactNode } from 'react';

export interface ChipProps {
  readonly tone: 'good' | 'warning' | 'danger' | 'neutral';
  readonly children: ReactNode;
}

export function Chip({ tone, children }: ChipProps) {
  return <span className={`chip ${tone}`}>{children}</span>;
}
