// Draws one icon of the set: decoration beside a text or inside a labelled control, never alone.
import type { IconNode } from 'lucide';

export interface IconProps {
  readonly icon: IconNode;
  /** Width and height in pixels of the usual text size; they grow with it. */
  readonly size: number;
}

export function Icon({ icon, size }: IconProps) {
  const side = `${size / 16}rem`;
  return (
    <svg className="icon" width={side} height={side} viewBox="0 0 24 24" aria-hidden="true">
      {icon.map(([Shape, attributes], index) => (
        <Shape key={index} {...attributes} />
      ))}
    </svg>
  );
}
