// Writes the output of a command: JSON with `--json`, and tables and lines without it.
// SECURITY: the printer masks the seller key in all output, in case a service repeats the key.
import type { CliCall, ParsedArguments, Output, Streams } from './command.ts';
import { escapeControls, escapedJson } from './plain-text.ts';
import { codeOf, type CliProblem } from './problem.ts';
import { printTable, type TableLayout } from './table.ts';

export interface Printer extends Pick<CliCall, 'say' | 'printNow' | 'progress' | 'hide'> {
  readonly print: (output: Output) => void;
  readonly printProblem: (problem: CliProblem) => void;
  readonly streams: Streams;
}

const placeholder = '[seller key]';

export function createPrinter(
  args: ParsedArguments,
  env: CliCall['env'],
  streams: Streams,
): Printer {
  const isJson = args.isOn('json');
  let secret: string | null = null;
  const clean = (text: string) => (secret === null ? text : text.replaceAll(secret, placeholder));
  const out = (text: string) => streams.stdout.write(clean(text));
  const err = (text: string) => streams.stderr.write(clean(text));
  const { progress, endProgress } = createProgress(args, streams.stderr, err);
  const layout = layoutOf(args, env, streams);
  const say = (line: string) => {
    endProgress();
    err(`${escapeControls(line)}\n`);
  };
  return {
    say,
    progress,
    hide: (text) => (secret = text),
    streams: {
      get stdin() {
        return streams.stdin;
      },
      stdout: { write: out },
      stderr: { write: err },
    },
    printNow(line) {
      endProgress();
      if (!isJson) out(`${escapeControls(line)}\n`);
    },
    print({ document, table, lines = [], isPrinted }) {
      endProgress();
      if (isPrinted === true) return;
      if (isJson) out(`${escapedJson(document, 2)}\n`);
      else {
        if (table !== undefined) out(printTable(table, layout));
        for (const line of lines) out(`${escapeControls(line)}\n`);
      }
    },
    printProblem(problem) {
      const { message } = problem;
      if (isJson) out(`${escapedJson({ success: false, message, ...codeOf(problem) }, 2)}\n`);
      say(message);
    },
  };
}

function createProgress(
  args: ParsedArguments,
  { isTTY }: Streams['stderr'],
  err: (text: string) => void,
) {
  let isShown = false;
  return {
    progress: (done: number, all: number, what: string) => {
      if (isTTY !== true && !args.isOn('progress')) return;
      isShown = true;
      const words = `${done} of ${all} ${what}`;
      err(isTTY === true ? `\r\u001b[K${barOf(done, all)}${words}` : `${words}\n`);
    },
    endProgress: () => {
      if (isShown && isTTY === true) err('\r\u001b[K');
      isShown = false;
    },
  };
}

const barWidth = 20;

function barOf(done: number, all: number): string {
  if (all <= 0) return '';
  const filled = Math.min(barWidth, Math.floor((done / all) * barWidth));
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] `;
}

function layoutOf(args: ParsedArguments, env: CliCall['env'], { stdout }: Streams): TableLayout {
  const isTerminal = stdout.isTTY === true;
  return {
    columns: isTerminal ? (stdout.columns ?? 80) : null,
    isColoured: isTerminal && (env['NO_COLOR'] ?? '') === '',
    isWide: args.isOn('wide'),
  };
}
