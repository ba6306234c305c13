// Messages about requests that reach no operation. Both APIs use them.

export const requestTexts = {
  urlUnknown: 'This URL does not exist.',
  methodNotAllowed: 'Only GET and POST are allowed here.',
  tooLarge: 'The request is too large.',
  bodyUnsupported: 'The body must be an urlencoded or multipart form, or flat JSON.',
  jsonNotFlat: 'The JSON must be one flat object of strings, numbers and booleans.',
  invalid: 'The request is not valid.',
  tooManyParameters: 'There are too many parameters.',
} as const;

/** Messages of uploads of releases (docs/releases.md). */
export const uploadTexts = {
  urlInvalid: 'This URL is not valid or has expired.',
  hashMissing: 'The URL must end with the SHA-256 of the body.',
  hashDiffers: 'The SHA-256 in the URL is not that of the body.',
  tooManyUnused:
    'This application has 128 MiB of uploads that no release needs. Call beginrelease for the uploaded manifests, or wait up to 2 hours.',
} as const;
