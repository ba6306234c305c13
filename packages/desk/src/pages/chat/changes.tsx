// The changes of channels, messages and mutes.
import { maxChatDelay } from '@latchkey/protocol/limits.ts';
import { deleteMany } from '../../changes/bulk.ts';
import { change, type MakeChange } from '../../changes/change.ts';
import { isFromTo, required, type FieldOfChange } from '../../changes/fields.ts';
import type { Copy } from '../../copy/copy.ts';
import { handleOf } from '../users/user-link.ts';
import type { Channel, ChatMessage } from './chat-rows.ts';
import { durationText } from './duration-text.ts';

function delayField(chat: Copy['chat'], value: string): FieldOfChange {
  return {
    label: chat.delay,
    hint: chat.delayHint,
    value,
    input: { inputMode: 'numeric' },
    eager: true,
    problem: (typed) => (isFromTo(typed, 0, maxChatDelay) ? null : chat.delayWrong),
  };
}

export const addChannel: MakeChange = ({ copy: { chat } }) =>
  change({
    operation: 'addchannel',
    words: ({ name = '' }) => ({
      title: chat.add,
      text: chat.addText,
      submit: chat.add,
      done: chat.added(name.trim()),
    }),
    fields: { name: { label: chat.name, problem: required() }, delay: delayField(chat, '0') },
  });

export function changeDelay({ name, delay }: Channel): MakeChange {
  return ({ copy: { chat } }) =>
    change({
      operation: 'editchan',
      parameters: { name },
      words: {
        title: chat.changeDelayTitle(name),
        text: chat.changeDelayText,
        submit: chat.changeDelay,
        done: chat.changed,
      },
      fields: { delay: delayField(chat, delay) },
    });
}

export function clearChannel({ name }: Pick<Channel, 'name'>): MakeChange {
  return (desk) => {
    const { clearTitle, clearText: text, count: words } = desk.copy.chat;
    const operation = 'clearchannel';
    return deleteMany({
      operation,
      parameters: { name },
      subject: name,
      title: clearTitle(name),
      text,
      words,
    })(desk);
  };
}

export function removeChannel({ name }: Channel): MakeChange {
  return ({ copy: { chat, bulk } }) =>
    change({
      operation: 'delchannel',
      parameters: { name },
      danger: true,
      countOf: () => name,
      allowsNone: true,
      words: (_, { text, number }) => ({
        title: chat.removeTitle(name),
        text: chat.removeText,
        submit: number === null ? bulk.counting : chat.remove,
        done: chat.removed(name),
        affected:
          number === null
            ? undefined
            : number === 0
              ? chat.removeEmpty
              : chat.removeCount(text, number),
      }),
    });
}

export function removeMessage({ id, author, message }: ChatMessage): MakeChange {
  return ({ copy: { chatMessages } }) =>
    change({
      operation: 'delmessage',
      parameters: { id },
      words: {
        title: chatMessages.removeTitle(author),
        text: chatMessages.removeText,
        submit: chatMessages.remove,
        done: chatMessages.removed,
      },
      danger: true,
      children: () => (
        <blockquote className="chat-quote">
          <bdi className="chat-text">{message}</bdi>
        </blockquote>
      ),
    });
}

/** Offered durations in seconds: an hour to a year. */
const durations = [3600, 86_400, 604_800, 2_592_000, 31_536_000] as const;

export interface MutedUser {
  readonly username: string;
  /** Beside a masked name. */
  readonly userid?: string | undefined;
}

/** `user` is null to type the name. */
export function mute(muted: MutedUser | null): MakeChange {
  return ({ copy: { mutes }, code }) =>
    change({
      operation: 'muteuser',
      parameters: muted === null ? {} : { user: handleOf(muted) },
      words: ({ user = '' }) => ({
        title: mutes.title(muted?.username ?? ''),
        text: mutes.muteText,
        submit: mutes.submit,
        done: mutes.done(muted?.username ?? user.trim()),
      }),
      fields: {
        user: muted === null && { label: mutes.user, problem: required() },
        time: {
          kind: 'select',
          label: mutes.duration,
          value: '86400',
          options: durations.map((seconds) => ({
            value: String(seconds),
            label: durationText(code, seconds),
          })),
        },
      },
    });
}

export function unmute(muted: MutedUser): MakeChange {
  const { username } = muted;
  return ({ copy: { mutes } }) =>
    change({
      operation: 'unmuteuser',
      parameters: { user: handleOf(muted) },
      words: {
        title: mutes.unmuteTitle(username),
        text: mutes.unmuteText,
        submit: mutes.unmute,
        done: mutes.unmuted(username),
      },
    });
}
