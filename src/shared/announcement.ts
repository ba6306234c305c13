// The seller's announcement, as the page shows it.

export interface Announcement {
  readonly text: string;
  /** Null, like `date` and `link`, if the seller gave none. */
  readonly title: string | null;
  /** A day such as "2026-11-24", which has no time zone. */
  readonly date: string | null;
  /** An https address. The page shows it before the click. */
  readonly link: string | null;
}
