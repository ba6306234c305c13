// State that each-file.ts resets for each test file, even if test files share modules.

/** Checks to run after each test, for services that several tests of the file share. */
export const shared = new Set<() => Promise<Error | null>>();

/** Counts the lists that share.ts has shortened. */
export const lists = { shared: 0 };
