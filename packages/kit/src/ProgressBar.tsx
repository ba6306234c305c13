// How much of something there is, or is done. Its words stand beside it.
export interface ProgressBarProps {
  /** null: nobody knows how much there is to do. */
  readonly share: number | null;
  readonly tone?: 'good' | 'warning' | 'neutral';
  /** Id of what it is the progress of. Without it the bar only repeats, for the eye, what is said in words. */
  readonly labelledBy?: string;
  /** Read in place of the percentage. */
  readonly said?: string;
}

/** Share of 1; what is out of bounds is drawn as empty or full. */
export function ProgressBar({ share, tone = 'good', labelledBy, said }: ProgressBarProps) {
  return (
    <progress
      className={labelledBy === undefined ? `bar ${tone}` : `bar large ${tone}`}
      aria-hidden={labelledBy === undefined || undefined}
      aria-labelledby={labelledBy}
      aria-valuetext={said}
      max={1}
      {...(share === null ? {} : { value: Math.min(1, Math.max(0, share)) })}
    />
  );
}
