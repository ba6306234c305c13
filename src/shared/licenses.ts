// The third-party parts of the loader and their licenses, as the page shows them.
export interface PartLicense {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier, such as MIT; null if the package names none. */
  readonly identifier: string | null;
  /** The text of the license; null if the package has none. */
  readonly text: string | null;
}
