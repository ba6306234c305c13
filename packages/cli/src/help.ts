// The words of `--help`.
import { commonOptions, serviceOptions } from './arguments.ts';
import type { Command, CommandOption } from './command.ts';

export function helpOfAll(commands: readonly Command[]): string {
  const widest = Math.max(...commands.map(({ words }) => words.length));
  return [
    'Usage: latchkey COMMAND [options]',
    '',
    ...commands.map(({ words, summary }) => `  ${words.padEnd(widest)}  ${summary}`),
    '',
    'latchkey COMMAND --help tells more of each.',
    '',
  ].join('\n');
}

/** Of the commands that begin with this word. */
export function helpOfGroup(commands: readonly Command[], word: string): string | null {
  const group = commands.filter(({ words }) => words.startsWith(`${word} `));
  return group.length === 0 ? null : helpOfAll(group);
}

export function helpOf(command: Command): string {
  const own = command.options ?? {};
  const needed = Object.entries(own).filter(([, { required }]) => required === true);
  const usage = [
    `latchkey ${command.words}`,
    ...(command.operands === undefined ? [] : [command.operands.usage]),
    ...needed.map(([name, { value }]) => `--${name}${value === undefined ? '' : ` ${value}`}`),
    '[options]',
  ].join(' ');
  return [
    `Usage: ${usage}`,
    '',
    `${command.summary}.`,
    ...(command.notes ?? []),
    ...section('Options', own),
    ...(command.isLocal === true ? [] : section('The service', serviceOptions)),
    ...section('Always', commonOptions),
    '',
  ].join('\n');
}

function section(title: string, options: Readonly<Record<string, CommandOption>>): string[] {
  const lines = Object.entries(options).map(([name, { value, help }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    help,
  ]);
  if (lines.length === 0) return [];
  const widest = Math.max(...lines.map(([name = '']) => name.length));
  return [
    '',
    `${title}:`,
    ...lines.map(([name = '', help = '']) => `  ${name.padEnd(widest)}  ${help}`),
  ];
}
