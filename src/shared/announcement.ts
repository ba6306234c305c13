// The seller's announcement, as the page shows it.

export interface Announcement {
  readonly text: string;
  /** null, like `date` and `link`: the seller gave none. */
  readonly title: string | null;
  /** A day such as "2026-11-24", which has no time zone. */
  readonly date: string | null;
  /** An https address; shown with its host before it is opened. */
  readonly link: string | null;
}
