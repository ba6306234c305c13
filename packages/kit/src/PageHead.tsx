// Head of a page: a link back, the title, a description, and actions at the end of the line.
import { ChevronLeft } from 'lucide';
import type { ReactNode, Ref } from 'react';
import { Icon } from './Icon.tsx';

export interface PageHeadProps {
  readonly title: string;
  /** Shown beside the title, such as a chip. */
  readonly mark?: ReactNode;
  readonly description?: ReactNode;
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ReactNode;
  /** The ref of the heading, which is focusable from code. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
}

export function PageHead({ title, mark, description, back, actions, titleRef }: PageHeadProps) {
  return (
    <header className="page-head">
      <div>
        {back !== undefined && (
          <a className="page-back" href={back.href}>
            <Icon icon={ChevronLeft} size={16} />
            {back.label}
          </a>
        )}
        <div className="page-title">
          <h1 tabIndex={-1} ref={titleRef}>
            <bdi>{title}</bdi>
          </h1>
          {mark}
        </div>
        {description !== undefined && <p className="lead">{description}</p>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </header>
  );
}
