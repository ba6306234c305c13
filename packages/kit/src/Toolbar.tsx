// Line of search and filters above a table, with actions at its end.
import type { ReactNode } from 'react';

export interface ToolbarProps {
  readonly children: ReactNode;
  readonly end?: ReactNode;
}

export function Toolbar({ children, end }: ToolbarProps) {
  return (
    <div className="toolbar">
      {children}
      {end !== undefined && <div className="toolbar-end">{end}</div>}
    </div>
  );
}
