// Codes of failures that any operation of the seller API can have, and of failed uploads.
import { requestTexts, uploadTexts } from '../request-texts.ts';
import { sellerTexts } from '../seller-spec.ts';

export const requestCodes = {
  [sellerTexts.invalidKey]: 'seller-key-invalid',
  [sellerTexts.scope]: 'scope-missing',
  [sellerTexts.wrongAddress]: 'address-not-allowed',
  [sellerTexts.typeMissing]: 'type-missing',
  [sellerTexts.typeUnknown]: 'type-unknown',
  [sellerTexts.rateLimited]: 'rate-limited',
  [sellerTexts.overloaded]: 'overloaded',
  [sellerTexts.busy]: 'bulk-running',
  [sellerTexts.cancelled]: 'bulk-cancelled',
  [sellerTexts.challengeUsed]: 'challenge-used',
  [sellerTexts.alreadyMade]: 'already-made',
  [sellerTexts.fault]: 'internal',
  [sellerTexts.diskFull]: 'disk-full',
  [sellerTexts.unreachable]: 'database-unreachable',
  [sellerTexts.readOnly]: 'read-only',
  [requestTexts.urlUnknown]: 'url-unknown',
  [requestTexts.methodNotAllowed]: 'method-not-allowed',
  [requestTexts.tooLarge]: 'request-too-large',
  [requestTexts.bodyUnsupported]: 'body-unsupported',
  [requestTexts.jsonNotFlat]: 'json-not-flat',
  [requestTexts.invalid]: 'request-invalid',
  [requestTexts.tooManyParameters]: 'too-many-parameters',
  [uploadTexts.urlInvalid]: 'upload-url-invalid',
  [uploadTexts.hashMissing]: 'hash-missing',
  [uploadTexts.hashDiffers]: 'hash-differs',
  [uploadTexts.tooManyUnused]: 'too-many-unused-uploads',
} as const;
