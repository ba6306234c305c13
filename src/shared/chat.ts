// The brand's chat, text of other people: only in command Results, never in the snapshot.

export interface Chat {
  /** The newest messages, oldest first. */
  readonly messages: readonly ChatMessage[];
}

export interface ChatMessage {
  /** For the signed-in user's own messages: the name that the screens show for them. */
  readonly author: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly own: boolean;
  /** Written by another user since the chat was last read. */
  readonly fresh: boolean;
}

/** The chat as the service answers it after a message was sent. */
export interface SentChat {
  /**
   * `lost`: the service confirmed the message, but the chat does not contain it.
   * `unknown`: the message may or may not have arrived.
   */
  readonly end: 'sent' | 'lost' | 'unknown';
  /** null: the chat could not be read. */
  readonly chat: Chat | null;
}
