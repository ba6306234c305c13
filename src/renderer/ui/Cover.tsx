// The brand's cover: its picture, or a gradient of its colour. Text at the bottom, controls beside it.
import type { ReactNode } from 'react';
import { useLoaderContext } from '../bridge/loader-context.ts';

export interface CoverProps {
  /** Beside a column with the brand's mark, or above the content of the home screen. */
  readonly place: 'beside' | 'above';
  /** Accessible name. Makes a cover outside the main content a landmark. */
  readonly label?: string;
  /** Stands at the top left of the cover. */
  readonly mark?: ReactNode;
  /** The texts at the bottom left. */
  readonly children: ReactNode;
  /** The main control, at the right of the texts. */
  readonly control?: ReactNode;
}

/** In a narrow window, a cover beside the column is hidden, and one above it is a plain block. */
export function Cover({ place, label, mark, children, control }: CoverProps) {
  const { cover } = useLoaderContext().info.brand;
  return (
    <section
      className={`cover ${place} ${cover === null ? 'derived' : 'pictured'}`}
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
