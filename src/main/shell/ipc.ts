// Registers the bridge commands. Refuses untrusted callers before it reads the input.
import type { IpcMainInvokeEvent } from 'electron';
import { channelOf, commandNames, type CommandName } from '../../shared/commands.ts';
import type { Result } from '../../shared/failure.ts';
import type { Caller } from './policies.ts';

export interface CommandsHost {
  readonly handle: (
    channel: string,
    listener: (event: IpcMainInvokeEvent, input: unknown) => Promise<Result<unknown>>,
  ) => void;
}

export interface CommandParts {
  readonly isTrusted: (caller: Caller) => boolean;
  /** Validates and runs the command; never throws. */
  readonly answer: (name: CommandName, input: unknown) => Promise<Result<unknown>>;
  /** Returns the answer for an untrusted caller, which reveals nothing about the command. */
  readonly refuse: (name: CommandName) => Result<never> | Promise<Result<never>>;
}

export function registerCommands(host: CommandsHost, parts: CommandParts): void {
  for (const name of commandNames)
    host.handle(channelOf(name), async (event, input) =>
      parts.isTrusted(callerOf(event)) ? parts.answer(name, input) : parts.refuse(name),
    );
}

function callerOf(event: IpcMainInvokeEvent): Caller {
  const frame = event.senderFrame;
  return {
    webContentsId: event.sender.id,
    frame: frame === null ? null : { url: frame.url, isMainFrame: frame.parent === null },
  };
}
