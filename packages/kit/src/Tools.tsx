// Quiet buttons beside each other: their words, not their boxes, begin below what stands above.
import type { ReactNode } from 'react';

export function Tools({ children }: { readonly children: ReactNode }) {
  return <div className="row-tools">{children}</div>;
}
