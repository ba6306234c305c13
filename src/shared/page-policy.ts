// Security headers of the page, in Electron and in the preview.

export interface PageHeaderOptions {
  /** `'self'`: the page may connect to the server that it came from. */
  readonly connectSource: "'none'" | "'self'";
  readonly extraDirectives?: readonly string[];
}

/**
 * SECURITY: no frames, workers, forms or plug-ins; scripts and styles from our own files only; no
 * way to turn text into a script. Images may be data: URLs because the seller's logo is one.
 */
export function pageHeaders({
  connectSource,
  extraDirectives = [],
}: PageHeaderOptions): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src ${connectSource}`,
      "object-src 'none'",
      "frame-src 'none'",
      "worker-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      ...extraDirectives,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
  };
}
