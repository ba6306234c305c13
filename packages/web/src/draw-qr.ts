// Draws a QR code as an SVG path, one square for each black module.
import { encode } from 'uqr';

export function drawQr(text: string): { readonly path: string; readonly size: number } {
  // The white border that scanners require.
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? `M${String(x)} ${String(y)}h1v1h-1z` : [])),
  );
  return { path: squares.join(''), size };
}
