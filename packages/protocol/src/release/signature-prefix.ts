/** Prefix of the signed bytes of a manifest. No signature of other data is valid for a manifest. */
export const releaseSignaturePrefix = 'latchkey-release-v1\n';
