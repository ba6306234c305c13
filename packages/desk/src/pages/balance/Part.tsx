// A part of a page with a heading above its table.
import { useId, type ReactNode } from 'react';

interface PartProps {
  readonly title: string;
  readonly text?: string;
  /** At the end of the heading's line. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Part({ title, text, action, children }: PartProps) {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <div className="part-head">
        <div>
          <h2 id={id}>{title}</h2>
          {text !== undefined && <p className="small">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
