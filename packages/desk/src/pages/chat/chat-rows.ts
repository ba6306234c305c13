// Rows of the chat, and the address of a channel.
import type { RowOf } from '../../client/list.ts';
import { hrefOf } from '../../router/location.ts';

export type Channel = RowOf<'fetchallchats'>;
export type ChatMessage = RowOf<'fetchmessages'>;

/** The segment before the name of a channel. */
export const channelPath = 'channel';

export function channelHref(application: string, { name }: Pick<Channel, 'name'>): string {
  return hrefOf(application, 'chat', channelPath, name);
}
