// Facts with their terms, in two columns if the container is wide.
import type { ReactNode } from 'react';

export interface DescriptionListProps {
  readonly items: readonly { readonly term: string; readonly value: ReactNode }[];
}

export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className="facts-list">
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
