// Line of quiet buttons. The button text, not the padding, aligns with the content above.
import type { ReactNode } from 'react';

export function Tools({ children }: { readonly children: ReactNode }) {
  return <div className="row-tools">{children}</div>;
}
