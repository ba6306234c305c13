// Progress bar without text.
export interface ProgressBarProps {
  /** From 0 to 1, or null if the total is unknown. Other values are clamped. */
  readonly share: number | null;
  readonly tone?: 'good' | 'warning' | 'neutral';
  /** The id of the label. A bar without a label is thin and hidden from screen readers. */
  readonly labelledBy?: string;
  /** The text that screen readers read instead of the percentage. */
  readonly valueText?: string;
}

export function ProgressBar({ share, tone = 'good', labelledBy, valueText }: ProgressBarProps) {
  return (
    <progress
      className={labelledBy === undefined ? `bar ${tone}` : `bar large ${tone}`}
      aria-hidden={labelledBy === undefined || undefined}
      aria-labelledby={labelledBy}
      aria-valuetext={valueText}
      max={1}
      {...(share === null ? {} : { value: Math.min(1, Math.max(0, share)) })}
    />
  );
}
