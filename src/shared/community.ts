// Types of the community facts, such as online users. Only command Results contain them.

export interface CommunityOffer {
  readonly online: boolean;
  readonly stats: boolean;
  readonly chat: boolean;
}

/** A field is null if the service did not report it, or reported an invalid value. */
export interface Community {
  readonly online: Online | null;
  readonly users: Count | null;
  readonly usersOnline: Count | null;
  readonly keys: Count | null;
}

export interface Online {
  /** At most `maxNames` names (flows/community.ts), which the service masks. */
  readonly names: readonly string[];
  /** How many users are online beyond these names. */
  readonly more: number;
}

export interface Count {
  readonly value: number;
  /** `value` is a lower bound: the count stopped there. */
  readonly orMore: boolean;
}
