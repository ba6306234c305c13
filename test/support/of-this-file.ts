// State that is reset for each test file, even where files share their modules (each-file.ts).

/** Services shared by several tests of the file; their bystanders are checked after each test. */
export const shared = new Set<() => Promise<Error | null>>();

/** The number of lists that were shortened to a share (share.ts). */
export const lists = { shared: 0 };
