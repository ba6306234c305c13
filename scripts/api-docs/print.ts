// Generates docs/api.md, docs/openapi.json and docs/engineering/operations.md, formatted with oxfmt.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';
import { printMarkdown } from './markdown.ts';
import { makeOpenApi } from './openapi.ts';
import { printOperations } from './operations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The options that the formatter's command line uses. */
const options = JSON.parse(readFileSync(`${root}.oxfmtrc.json`, 'utf8')) as FormatConfig; // the file of this project

/** Returns the text of each file by its path in the project. */
export async function printDocs(): Promise<Readonly<Record<string, string>>> {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    version: string;
  }; // the file of this project
  return {
    'docs/api.md': await formatText('api.md', printMarkdown()),
    'docs/engineering/operations.md': await formatText('operations.md', printOperations(root)),
    'docs/openapi.json': await formatText('openapi.json', JSON.stringify(makeOpenApi(version))),
  };
}

async function formatText(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
