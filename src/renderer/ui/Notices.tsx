// The lines that change no phase: what the main process noticed, and what ends soon.
import { CircleAlert, Check, Clock, X, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { Icon } from './Icon.tsx';

export interface NoticeLineProps {
  readonly tone: 'good' | 'warning' | 'danger' | 'neutral';
  readonly icon: IconNode;
  readonly title: string;
  readonly text?: string | null;
  readonly children?: ReactNode;
  readonly dismiss?: () => void;
}

export const noticeIcons = { done: Check, fault: CircleAlert, soon: Clock } as const;

export function NoticeLine({ tone, icon, title, text, children, dismiss }: NoticeLineProps) {
  const copy = useCopy().notice;
  return (
    <div className={`message ${tone} appear`}>
      <Icon icon={icon} size={19} />
      <div>
        <p className="headline">{title}</p>
        {text !== null && text !== undefined && <p>{text}</p>}
        {children}
      </div>
      {dismiss !== undefined && (
        <button type="button" className="close" aria-label={copy.dismiss} onClick={dismiss}>
          <Icon icon={X} size={17} />
        </button>
      )}
    </div>
  );
}
