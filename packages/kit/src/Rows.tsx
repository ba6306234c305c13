// A list of rows on a sheet: in a narrow window this is the table. Each row is a name with its mark, lines below, a tool at the end.
import type { ReactNode } from 'react';
import { Head } from './Sheet.tsx';

export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className="rows">{children}</ul>;
}

export interface RowProps {
  /** Somebody else's word: it has a direction of its own. A row without one begins with its lines. */
  readonly name?: string;
  /** Beside the name, such as a chip. */
  readonly mark?: ReactNode;
  /** The lines below the name. */
  readonly children?: ReactNode;
  /** One button, beside all of the lines. */
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
