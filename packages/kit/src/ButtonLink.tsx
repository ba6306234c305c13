// Link that looks like a button.
import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export interface ButtonLinkProps {
  readonly kind: 'filled' | 'outlined' | 'quiet';
  readonly href: string;
  readonly icon?: IconNode;
  readonly children: ReactNode;
}

export function ButtonLink({ kind, href, icon, children }: ButtonLinkProps) {
  return (
    <a className={`button ${kind}`} href={href}>
      {icon !== undefined && <Icon icon={icon} size={18} />}
      <span>{children}</span>
    </a>
  );
}
