// What users of one brand see of each other, as it crosses the bridge: Results of commands, never in the snapshot.

/** What the configuration wants to be shown. */
export interface CommunityOffer {
  readonly online: boolean;
  readonly stats: boolean;
  readonly chat: boolean;
}

/** What the service did not say, or said in no way that can be read, is null. */
export interface Community {
  readonly online: Online | null;
  readonly users: Count | null;
  readonly usersOnline: Count | null;
  readonly keys: Count | null;
}

export interface Online {
  /** `mostNames` at most; masked by the service. */
  readonly names: readonly string[];
  /** How many beside them. */
  readonly more: number;
}

export interface Count {
  readonly value: number;
  /** There are more than that: nobody counted further. */
  readonly orMore: boolean;
}
