// The number of shown rows, and a button that loads more.
import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { useWait } from './use-wait.ts';

export interface PagerProps {
  /** Says how many rows are shown. Screen readers announce its changes. */
  readonly count: string;
  readonly moreLabel: string;
  /** Null if there are no more rows. */
  readonly onMore: (() => void) | null;
  readonly waiting?: boolean;
}

export function Pager({ count, moreLabel, onMore, waiting = false }: PagerProps) {
  const wait = useWait(waiting);
  const text = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  const isLast = onMore === null;
  useEffect(() => {
    // The focused button disappears with the last rows.
    if (isLast && wasPressed.current) text.current?.focus();
    wasPressed.current = false;
  }, [isLast]);
  return (
    <div className="pager">
      <p className="small" role="status" tabIndex={-1} ref={text}>
        {count}
      </p>
      {onMore !== null && (
        <Button
          kind="outlined"
          wait={wait}
          onClick={() => {
            wasPressed.current = true;
            onMore();
          }}
        >
          {moreLabel}
        </Button>
      )}
    </div>
  );
}
