// The brand's cover: a picture or a gradient, with texts and a control at the bottom.
import type { ReactNode } from 'react';
import { useFirstContext } from '../bridge/first-context.ts';

export interface CoverProps {
  /** `beside` the column of a form or state, or `above` the content of the home screen. */
  readonly position: 'beside' | 'above';
  /** Accessible name, which makes a cover outside of the main content a landmark. */
  readonly label?: string;
  /** The brand's mark, at the top left of the cover. */
  readonly mark?: ReactNode;
  /** The texts at the bottom left. */
  readonly children: ReactNode;
  /** The main control, at the right of the texts. */
  readonly control?: ReactNode;
}

/** Without a wide window, a cover `beside` is hidden, and a cover `above` is a plain block. */
export function Cover({ position, label, mark, children, control }: CoverProps) {
  const { cover } = useFirstContext().info.brand;
  return (
    <section
      className={`cover ${position} ${cover === null ? 'derived' : 'pictured'}`}
      aria-label={label}
    >
      {cover !== null && <img className="cover-picture" src={cover} alt="" />}
      {mark}
      <div className="cover-foot">
        <div className="cover-text">{children}</div>
        {control !== undefined && <div className="cover-control">{control}</div>}
      </div>
    </section>
  );
}
