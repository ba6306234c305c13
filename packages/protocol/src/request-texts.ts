// Messages about requests that reach no operation, by code. Both APIs use them.

export const requestTexts = {
  'url-unknown': 'This URL does not exist.',
  'method-not-allowed': 'Only GET and POST are allowed here.',
  'request-too-large': 'The request is too large.',
  'body-unsupported': 'The body must be an urlencoded or multipart form, or flat JSON.',
  'json-not-flat': 'The JSON must be one flat object of strings, numbers and booleans.',
  'request-invalid': 'The request is not valid.',
  'too-many-parameters': 'There are too many parameters.',
} as const;

/** Messages of uploads of releases (docs/releases.md). */
export const uploadTexts = {
  'upload-url-invalid': 'This URL is not valid or has expired.',
  'hash-missing': 'The URL must end with the SHA-256 of the body.',
  'hash-differs': 'The SHA-256 in the URL is not that of the body.',
  'too-many-unused-uploads':
    'This application has 128 MiB of uploads that no release needs. Call beginrelease for the uploaded manifests, or wait up to 2 hours.',
} as const;
