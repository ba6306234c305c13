// Placeholder for text that is being loaded. Screen readers ignore it.

export interface SkeletonProps {
  /** A CSS length or percentage; default: the width of the container. */
  readonly width?: string;
}

export function Skeleton({ width = '100%' }: SkeletonProps) {
  return <span className="skeleton" style={{ inlineSize: width }} aria-hidden="true" />;
}
