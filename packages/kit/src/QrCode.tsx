// QR code. It is black on white in every theme, because scanners need dark on light.

export interface QrCodeProps {
  /** The text that screen readers read instead of the code. */
  readonly label: string;
  /** The SVG path of the black modules in a `size` by `size` box that includes the quiet zone. */
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
