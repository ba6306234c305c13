// Section with a heading, followed by rows or other content.
import { useId, type ReactNode, type Ref } from 'react';

export interface SheetProps {
  readonly title: string;
  /** Shown beside the title, such as a chip. */
  readonly mark?: ReactNode;
  readonly below?: ReactNode;
  /** The ref of the heading. Makes the heading focusable from code. */
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

/** Wraps content that is not a list row in the padding of a row. */
export function SheetPart({ children }: { readonly children: ReactNode }) {
  return <div className="row">{children}</div>;
}

export interface HeadProps {
  readonly mark: ReactNode;
  readonly children: ReactNode;
}

/** A heading or name with a mark at the end of the line. */
export function Head({ mark, children }: HeadProps) {
  if (mark === undefined) return children;
  return (
    <div className="row-head">
      {children}
      {mark}
    </div>
  );
}
