// Line of quiet buttons. The text of the first button aligns with the content above.
import type { ReactNode } from 'react';

export function Tools({ children }: { readonly children: ReactNode }) {
  return <div className="row-tools">{children}</div>;
}
