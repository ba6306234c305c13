// The lines above a screen that change no phase: what the main process noticed, and what ends soon.
import { CircleAlert, Check, Clock, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { noticeCopy as copy } from '../copy/notices.ts';

export interface NoticeLineProps {
  readonly tone: 'good' | 'warning' | 'danger' | 'neutral';
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string | null;
  readonly children?: ReactNode;
  readonly dismiss?: () => void;
}

export const noticeIcons = { done: Check, fault: CircleAlert, soon: Clock } as const;

export function NoticeLine({ tone, icon: Icon, title, text, children, dismiss }: NoticeLineProps) {
  return (
    <div className={`message ${tone} appear`}>
      <Icon size={19} />
      <div>
        <div role="status">
          <p className="headline">{title}</p>
          {text !== null && text !== undefined && <p>{text}</p>}
        </div>
        {children}
      </div>
      {dismiss !== undefined && (
        <button type="button" className="close" aria-label={copy.dismiss} onClick={dismiss}>
          <X size={17} />
        </button>
      )}
    </div>
  );
}
