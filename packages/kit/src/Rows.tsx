// List of rows on a sheet, for narrow windows where a table does not fit.
import type { ReactNode } from 'react';
import { Head } from './Sheet.tsx';

export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className="rows">{children}</ul>;
}

export interface RowProps {
  /** <bdi> isolates the text direction of the name. */
  readonly name?: ReactNode;
  /** Shown beside the name, such as a chip. */
  readonly mark?: ReactNode;
  readonly children?: ReactNode;
  /** A button at the end of the row. */
  readonly tool?: ReactNode;
}

export function Row({ name, mark, children, tool }: RowProps) {
  const lines = (
    <>
      {name !== undefined && (
        <Head mark={mark}>
          <bdi className="headline">{name}</bdi>
        </Head>
      )}
      {children}
    </>
  );
  if (tool === undefined) return <li className="row">{lines}</li>;
  return (
    <li className="row row-with-tool">
      <div>{lines}</div>
      {tool}
    </li>
  );
}
