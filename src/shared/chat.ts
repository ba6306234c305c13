// The brand's chat. Its messages are untrusted text, so only command Results contain them.

export interface Chat {
  /** The newest messages, oldest first. */
  readonly messages: readonly ChatMessage[];
}

export interface ChatMessage {
  /** For the signed-in user's own messages, the displayed user name. */
  readonly author: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly isOwn: boolean;
  /** Another user wrote the message after this user last read the chat. */
  readonly isNew: boolean;
}

/** The outcome of sending a message, and the chat afterwards. */
export interface SentChat {
  /**
   * `lost`: the service confirmed the message, but the chat does not contain it.
   * `unknown`: the message may or may not have arrived.
   */
  readonly outcome: 'sent' | 'lost' | 'unknown';
  /** Null if the chat could not be read. */
  readonly chat: Chat | null;
}
