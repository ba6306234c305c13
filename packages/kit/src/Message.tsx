// Tinted box with a message, its buttons and an optional close button.
import { X, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export interface MessageProps {
  readonly tone: 'good' | 'warning' | 'danger' | 'neutral';
  readonly icon: IconNode;
  readonly title: string;
  readonly text?: string | null;
  /** Whether screen readers announce the message. Omit this if the caller announces it. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
  readonly dismiss?: { readonly label: string; readonly onDismiss: () => void };
}

export function Message({ tone, icon, title, text, children, dismiss, ...rest }: MessageProps) {
  const content = (
    <>
      <p className="headline">{title}</p>
      {text !== null && text !== undefined && <p>{text}</p>}
    </>
  );
  return (
    <div className={`message ${tone} appear`}>
      <Icon icon={icon} size={19} />
      <div>
        {rest.alert === true ? <div role="alert">{content}</div> : content}
        {children}
      </div>
      {dismiss !== undefined && (
        <button
          type="button"
          className="close"
          aria-label={dismiss.label}
          onClick={dismiss.onDismiss}
        >
          <Icon icon={X} size={17} />
        </button>
      )}
    </div>
  );
}
