// A code to be scanned: black on a white card in every theme, its modules as sharp as they can be drawn.

export interface QrCodeProps {
  /** What it is for, read in its place. */
  readonly label: string;
  /** Black modules as the path of an SVG of `size` by `size`, with the white border that scanners need. */
  readonly path: string;
  readonly size: number;
}

export function QrCode({ label, path, size }: QrCodeProps) {
  return (
    <div className="qr">
      <svg
        viewBox={`0 0 ${String(size)} ${String(size)}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={label}
      >
        <path d={path} />
      </svg>
    </div>
  );
}
