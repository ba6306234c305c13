// The part of the window that scrolls. Its content starts at a fixed line.
import type { ReactNode } from 'react';

export function Stage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="stage">
      <div className="content">{children}</div>
    </div>
  );
}
