// The headers of every answer of the desk and of customers' pages.

/**
 * SECURITY: only the page's own script runs, no other page can show this one in a frame, and trusted
 * types stop the script from turning texts into HTML.
 */
export const pageHeaders = {
  'content-security-policy': policyWith("'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'permissions-policy': [
    ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media'],
    ...['fullscreen', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts'],
    ...['magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
    ...['publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock', 'serial'],
    ...['usb', 'xr-spatial-tracking'],
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
} as const;

/** `connections`: the origins that its script may send requests to. */
export function policyWith(connections: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connections}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
