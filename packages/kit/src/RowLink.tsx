// The link of a table row. It is in the first cell, and its clickable area covers the row.
import type { MouseEvent, ReactNode } from 'react';

export interface RowLinkProps {
  readonly href?: string;
  /** Called on a plain click. Other clicks, such as Ctrl+click, follow `href`. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

export function RowLink({ href, onOpen, children }: RowLinkProps) {
  if (href !== undefined)
    return (
      <a
        className="row-link"
        href={href}
        onClick={(event) => {
          if (onOpen === undefined || !isPlain(event)) return;
          event.preventDefault();
          onOpen();
        }}
      >
        {children}
      </a>
    );
  if (onOpen === undefined) return children;
  return (
    <button type="button" className="row-link" onClick={onOpen}>
      {children}
    </button>
  );
}

function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
