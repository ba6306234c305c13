// What a list shows if it has no entries: why, and what to do.
import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export interface EmptyProps {
  readonly icon: IconNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

export function Empty({ icon, title, text, action }: EmptyProps) {
  return (
    <div className="empty-state">
      <span className="tile">
        <Icon icon={icon} size={22} />
      </span>
      <p className="headline">{title}</p>
      {text !== undefined && <p className="small">{text}</p>}
      {action !== undefined && <div className="empty-action">{action}</div>}
    </div>
  );
}
