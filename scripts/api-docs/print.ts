// Both documents as they are in docs/, formatted as the rest of the project.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { printMarkdown } from './markdown.ts';
import { makeOpenApi } from './openapi.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Path below the project's folder -> text. */
export async function printDocs(): Promise<Readonly<Record<string, string>>> {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    version: string;
  }; // its own
  const options = await resolveConfig(`${root}docs/api.md`);
  const tidy = (text: string, parser: string) => format(text, { ...options, parser });
  return {
    'docs/api.md': await tidy(printMarkdown(), 'markdown'),
    'docs/openapi.json': await tidy(JSON.stringify(makeOpenApi(version)), 'json'),
  };
}
