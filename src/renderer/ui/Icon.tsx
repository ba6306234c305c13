// Draws one icon of the set: decoration beside a text or inside a labelled control, never alone.
import type { IconNode } from 'lucide';

export interface IconProps {
  readonly icon: IconNode;
  /** Width and height in pixels. */
  readonly size: number;
}

export function Icon({ icon, size }: IconProps) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {icon.map(([Shape, attributes], index) => (
        <Shape key={index} {...attributes} />
      ))}
    </svg>
  );
}
