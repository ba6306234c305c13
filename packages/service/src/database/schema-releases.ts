// The tables of releases. Times are unix seconds, flags 0 or 1.
import type { Selectable } from 'kysely';
import type { Flag } from './schema-columns.ts';

export interface ReleaseTable {
  applicationId: string;
  /** Hex; names the manifest's content on disk. */
  manifestSha256: string;
  manifestSize: number;
  /** Which publisher's key, and its signature, hex. */
  keyid: string;
  signature: string;
  kind: 'program' | 'loader';
  channel: string;
  platform: string;
  sequence: number;
  version: string;
  notes: string;
  /** Percent of the accounts that are offered it. */
  rollout: number;
  required: Flag;
  retracted: Flag;
  /** How many rows of `releaseContents` it has once they are all noted. */
  contents: number;
  /** Bytes of its files; null: begun before they were counted. */
  size: number | null;
  /** Bytes of its chunks, as they travel. */
  stored: number;
  begunAt: number;
  /** null: it is being uploaded, and nobody is offered it. */
  publishedAt: number | null;
}
export type ReleaseRow = Selectable<ReleaseTable>;

/** What a release needs, its manifest included: stays on disk as long as a row names it. */
export interface ReleaseContentRow {
  applicationId: string;
  manifestSha256: string;
  /** Of the bytes that travel; the name of the content on disk. */
  sha256: string;
  size: number;
}
