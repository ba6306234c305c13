// A sheet with a heading of its own, by which it is named: what stands below that, then its rows or whatever else belongs to it.
import { useId, type ReactNode, type Ref } from 'react';

export interface SheetProps {
  readonly title: string;
  /** Beside the title, such as a chip. */
  readonly mark?: ReactNode;
  /** Below the title and above the rest. */
  readonly below?: ReactNode;
  /** Of the title, which can then be given the focus. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}

export function Sheet({ title, mark, below, titleRef, children }: SheetProps) {
  const id = useId();
  return (
    <section className="sheet" aria-labelledby={id}>
      <SheetPart>
        <Head mark={mark}>
          <h2
            className="headline"
            id={id}
            ref={titleRef}
            tabIndex={titleRef === undefined ? undefined : -1}
          >
            {title}
          </h2>
        </Head>
        {below}
      </SheetPart>
      {children}
    </section>
  );
}

/** What is no row of a list, as far from the edges as the rows are. */
export function SheetPart({ children }: { readonly children: ReactNode }) {
  return <div className="row">{children}</div>;
}

export interface HeadProps {
  readonly mark: ReactNode;
  readonly children: ReactNode;
}

/** A heading or a name, with its mark at the other end of the line. */
export function Head({ mark, children }: HeadProps) {
  if (mark === undefined) return children;
  return (
    <div className="row-head">
      {children}
      {mark}
    </div>
  );
}
