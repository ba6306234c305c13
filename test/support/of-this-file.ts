// What each file of tests begins anew with, also where files share what they import (each-file.ts).

/** The services that several tests of the file share, whose bystanders are asked about after each of these tests. */
export const shared = new Set<() => Promise<Error | null>>();

/** How many lists were asked for a share (share.ts). */
export const lists = { shared: 0 };
