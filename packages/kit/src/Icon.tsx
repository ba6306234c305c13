// Decorative icon, hidden from screen readers.
import type { IconNode } from 'lucide';

export interface IconProps {
  readonly icon: IconNode;
  /** Width and height in pixels at the default text size. The icon scales with the text. */
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
