// The chat of a brand's users as it crosses the bridge: Results of commands, never in the snapshot. All of it is text of other people.

export interface Chat {
  /** The newest ones, oldest first. */
  readonly messages: readonly ChatMessage[];
}

export interface ChatMessage {
  /** Where it is whoever is signed in, the name that the screens have for them. */
  readonly author: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Of whoever is signed in. */
  readonly own: boolean;
  /** Somebody else wrote it since the chat was last looked at. */
  readonly fresh: boolean;
}

/** What the service has when it is asked after sending. */
export interface SentChat {
  /** `lost`: the service said that it was done, and it is not there. `unknown`: nobody can say whether it arrived. */
  readonly end: 'sent' | 'lost' | 'unknown';
  /** null: it could not be read. */
  readonly chat: Chat | null;
}
