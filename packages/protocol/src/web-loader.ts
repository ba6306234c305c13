// The web loader (docs/web-loader.md): a program that listens on the user's computer gets its
// sign-in from the customers' page. Does not import zod, to keep the page small.

/** Where programs listen. Compiled ones know no other address. */
export const programOrigin = 'http://localhost:1337';
/** The part of the page that talks to programs, below its name. */
export const programPath = 'program';

/** How long a token signs in. */
export const programTokenSeconds = 60;
/** Letters and digits of a token. */
export const programTokenLength = 32;

/**
 * User names that reach a program. It cuts them out of a URL between `user=` and `&token=`, and
 * decodes nothing.
 */
export const programNamePattern = /^[A-Za-z0-9._~@-]+$/;
