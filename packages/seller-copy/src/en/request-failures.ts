// English sentences about failures of requests: keys, limits, faults and parameters.
import type { FailureFacts } from '@latchkey/protocol/seller-failures.ts';
import type { FailureSentences } from '../failure-sentences.ts';

export const requestFailures = {
  'seller-key-invalid': 'This seller key is not valid.',
  'scope-missing': ({ scope }) =>
    scope === undefined
      ? "This seller key or account isn't allowed to do this."
      : `This seller key or account isn't allowed to do this. It requires the scope "${scope}".`,
  'address-not-allowed': "The setting selleraddress doesn't allow your IP.",
  'type-missing': 'The request names no operation.',
  'type-unknown': "This service doesn't have this operation. It may be an older version.",
  'rate-limited': ({ retryAfter }) => `Too many requests. ${retryText(retryAfter)}`,
  overloaded: ({ retryAfter }) => `The service is busy. ${retryText(retryAfter)}`,
  'bulk-running': ({ rows }) =>
    rows === undefined
      ? 'Another bulk change is running. Try again when it is done.'
      : `Another bulk change is running, with ${rows.toLocaleString('en')} rows so far. Try again when it is done.`,
  'bulk-cancelled': ({ rows }) =>
    rows === undefined
      ? 'The change was cancelled. What it has done stays.'
      : `The change was cancelled after ${rows.toLocaleString('en')} rows. What it has done stays.`,
  'challenge-used': 'This challenge was already used for a different request.',
  'already-made': "This change was already made. Its answer isn't repeated.",
  internal: 'The service has an internal error. Its log has the details.',
  'disk-full': 'The disk of the service is full. Free some space on it.',
  'database-unreachable': "The service can't reach its database. Check that the database runs.",
  'read-only': "The service can't write its data. Check whether disk or database are read-only.",
  'url-unknown': "This URL doesn't exist.",
  'method-not-allowed': 'Only GET and POST are allowed here.',
  'request-too-large': 'The request is too large.',
  'body-unsupported': 'The body must be a form or flat JSON.',
  'json-not-flat': 'The JSON must be one flat object of strings, numbers and booleans.',
  'request-invalid': 'The request is not valid.',
  'too-many-parameters': 'The request has too many parameters.',
  'parameter-missing': ({ parameter }) => `${parameterText(parameter)} is missing.`,
  'parameter-invalid': ({ parameter }) => `${parameterText(parameter)} is not valid.`,
  'parameter-unknown': ({ parameter }) => `The service doesn't know ${nameText(parameter)}.`,
  'parameter-twice': ({ parameter }) => `${parameterText(parameter)} was given twice.`,
  'parameter-not-utf8': ({ parameter, encoding }) =>
    `${parameterText(parameter)} is not UTF-8 text. ${encodingText(encoding)}`.trim(),
  'body-not-utf8': ({ encoding }) => `The body is not UTF-8 text. ${encodingText(encoding)}`.trim(),
  'upload-url-invalid': 'This upload URL is not valid or has expired. Start the upload again.',
  'hash-missing': 'The URL must end with the SHA-256 of the body.',
  'hash-differs': 'The upload was damaged on the way. Upload it again.',
  'too-many-unused-uploads':
    'No release needs 128 MiB of earlier uploads. Use them, or wait up to 2 hours.',
} satisfies Partial<FailureSentences>;

function retryText(seconds: FailureFacts['retryAfter']): string {
  if (seconds === undefined) return 'Try again in a moment.';
  if (seconds < 120) return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

function nameText(parameter: FailureFacts['parameter']): string {
  return parameter === undefined ? 'a parameter' : `the parameter "${parameter}"`;
}

function parameterText(parameter: FailureFacts['parameter']): string {
  return parameter === undefined ? 'A parameter' : `The parameter "${parameter}"`;
}

function encodingText(encoding: FailureFacts['encoding']): string {
  return encoding === undefined ? '' : `Its encoding is probably ${encoding}.`;
}
