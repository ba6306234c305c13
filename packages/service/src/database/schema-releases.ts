// Defines the tables of releases. Times are unix seconds, flags 0 or 1.
import type { Generated, Selectable } from 'kysely';
import type { Flag } from './schema-columns.ts';

export interface ReleaseTable {
  applicationId: string;
  /** Hex; names the manifest on disk. */
  manifestSha256: string;
  manifestSize: number;
  /** The publisher's key, and its signature, hex. */
  keyid: string;
  signature: string;
  kind: 'program' | 'loader';
  channel: string;
  platform: string;
  sequence: number;
  version: string;
  notes: string;
  /** Percentage of accounts that are offered the release. */
  rollout: number;
  required: Flag;
  retracted: Flag;
  /** The feature that an account needs to be offered the release; null: none. */
  feature: Generated<string | null>;
  /** Number of its `releaseContents` rows once all are recorded. */
  contents: number;
  /** Bytes of its files. */
  size: number;
  /** Bytes of its chunks, as downloaded. */
  stored: number;
  begunAt: number;
  /** Null while the release is being uploaded; then it is offered to nobody. */
  publishedAt: number | null;
}
export type ReleaseRow = Selectable<ReleaseTable>;

/** A file of a release, or its manifest. It stays on disk as long as a row refers to it. */
export interface ReleaseContentRow {
  applicationId: string;
  manifestSha256: string;
  /** Hash of the bytes as downloaded; names the file on disk. */
  sha256: string;
  size: number;
}
