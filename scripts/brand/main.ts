// `npm run brand -- new|import NAME`: makes the folder from which a seller's package is built.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../build-if-stale.js';
import { Refusal, runScript } from '../refusal.js';
import { brandName, brandPath } from './find-brand.ts';
import { importBrand } from './import-brand.ts';
import { makeBrand } from './new-brand.ts';

const usage = `Usage:
  npm run brand -- new NAME --name "Fjord Tools" --color "#0d9488" [--logo FILE] [--cover FILE]
    [--author NAME] [--email ADDRESS] [--homepage URL] [--id com.example.tools]
    [--executable FILE-NAME] [--to FOLDER]
  npm run brand -- import NAME [--from FOLDER] [--to FOLDER]
NAME has up to 40 lower-case letters, digits and hyphens. The result is brands/NAME or FOLDER/NAME.`;

await runScript(async () => {
  const { values, positionals } = readArguments();
  const [command, name, ...rest] = positionals;
  if (name === undefined || rest.length > 0 || !brandName.test(name)) throw new Refusal(usage);
  const { to, from } = values;
  const folder = to === undefined ? brandPath(name) : path.join(fromUser(to), name);
  if (command === 'new') createNew(folder, values);
  else if (command === 'import') await takeOver(folder, from === undefined ? root : fromUser(from));
  else throw new Refusal(usage);
  const brand = to === undefined ? name : folder;
  console.log(`Then try it with "npm start -- --brand ${brand}",`);
  console.log(`and package it with "npm run package -- --brand ${brand}".`);
});

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: text,
        color: text,
        logo: text,
        cover: text,
        author: text,
        email: text,
        homepage: text,
        id: text,
        executable: text,
        to: text,
        from: text,
      },
    });
  } catch {
    throw new Refusal(usage);
  }
}

function createNew(folder: string, values: ReturnType<typeof readArguments>['values']): void {
  const { name, color, logo, cover, author, email, homepage, id, executable } = values;
  if (name === undefined || color === undefined) throw new Refusal(usage);
  makeBrand(folder, {
    name,
    color,
    author,
    email,
    homepage,
    id,
    executable,
    logo: logo === undefined ? undefined : fromUser(logo),
    cover: cover === undefined ? undefined : fromUser(cover),
  });
  console.log(`Made ${folder}.`);
  console.log('Edit its loader.config.json: the facts of your service and your publisher key.');
}

async function takeOver(folder: string, from: string): Promise<void> {
  const leftOver = await importBrand(folder, from);
  console.log(`Made ${folder}, with the names that installed programs already have.`);
  for (const sentence of leftOver) console.log(sentence);
}

/** npm runs scripts in the project's folder, but paths are relative to the user's folder. */
function fromUser(given: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), given);
}
