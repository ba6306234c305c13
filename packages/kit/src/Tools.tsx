// Line of buttons. The first one, or the text of a quiet one, aligns with the content above.
import type { ReactNode } from 'react';

export function Tools({ children }: { readonly children: ReactNode }) {
  return <div className="row-tools">{children}</div>;
}
