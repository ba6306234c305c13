// Imports a brand from an edited copy of this project: from electron-builder.yml, package.json and
// loader.config.json, which sellers edited before brands had folders.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { readConfiguration } from '../read-configuration.js';
import { Refusal } from '../refusal.js';
import { writeBrand } from './write-brand.ts';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  author: z.union([z.string(), z.object({ name: z.string(), email: z.string().optional() })]),
  homepage: z.string().optional(),
});

const fileSet = z.union([z.string(), z.object({ from: z.string(), to: z.string().optional() })]);

const builderFile = z.object({
  appId: z.string(),
  productName: z.string(),
  copyright: z.string().optional(),
  directories: z.object({ buildResources: z.string().optional() }).optional(),
  extraResources: z.union([fileSet, z.array(fileSet)]).optional(),
});

/** The reader of electron-builder.yml in electron-builder, whose module has no types. */
interface BuilderConfigReader {
  readonly getConfig: (folder: string, file: string, options: null) => Promise<unknown>;
}

/**
 * `from` is the edited copy. Keeps the names on which installed programs depend. Returns a sentence
 * for each folder that the seller must move manually. Throws a Refusal like `writeBrand`.
 */
export async function importBrand(folder: string, from: string): Promise<readonly string[]> {
  const builder = await readBuilderFile(from);
  const { name, version, author, homepage } = manifest.parse(
    readConfiguration(path.join(from, 'package.json')),
  );
  const config: unknown = readConfiguration(path.join(from, 'loader.config.json'));
  const { brand: look } = z
    .looseObject({
      brand: z.looseObject({
        name: z.string(),
        logo: z.string().optional(),
        cover: z.string().optional(),
      }),
    })
    .parse(config);
  const [program, leftOver] = programOf(builder.extraResources);
  const person = personOf(author);
  const resources = path.join(from, builder.directories?.buildResources ?? 'packaging');
  const images = [look.logo, look.cover].filter((file) => file !== undefined);
  writeBrand(folder, {
    config: z.record(z.string(), z.unknown()).parse(config),
    brand: {
      id: builder.appId,
      executable: name,
      version,
      author: person.name,
      email: person.email ?? 'support@example.com',
      homepage: homepage ?? 'https://example.com',
      productName: builder.productName,
      ...(builder.copyright !== undefined && { copyright: builder.copyright }),
      ...(program !== null && { program: path.relative(folder, path.resolve(from, program)) }),
    },
    files: [
      ...images.map((file) => ({ from: path.join(from, file), to: file })),
      ...['icon.png', 'icon.ico', 'icon.icns']
        .map((file) => ({ from: path.join(resources, file), to: file }))
        .filter((icon) => existsSync(icon.from)),
    ],
  });
  return leftOver;
}

async function readBuilderFile(from: string): Promise<z.infer<typeof builderFile>> {
  const file = path.join(from, 'electron-builder.yml');
  if (!existsSync(file)) throw new Refusal(`There is no electron-builder.yml in ${from}.`);
  const require = createRequire(import.meta.url);
  const { getConfig } = require('app-builder-lib/out/util/config/config') as BuilderConfigReader; // declared above
  return builderFile.parse(await getConfig(from, file, null));
}

/** Returns the first folder that keeps its name in the package, and a sentence for each other. */
function programOf(
  given: z.infer<typeof builderFile>['extraResources'],
): [program: string | null, leftOver: readonly string[]] {
  const sets = given === undefined ? [] : [given].flat();
  const isProgram = (set: (typeof sets)[number]) =>
    typeof set === 'string' || (set.to ?? path.basename(set.from)) === path.basename(set.from);
  const programSet = sets.find(isProgram);
  const program =
    programSet === undefined ? null : typeof programSet === 'string' ? programSet : programSet.from;
  const others = sets.filter((set) => set !== programSet);
  return [
    program,
    others.map(
      (set) => `extraResources: move ${JSON.stringify(set)} into the folder of the program.`,
    ),
  ];
}

/** Authors in package.json are an object, or a text like "Name <mail>". */
function personOf(author: z.infer<typeof manifest>['author']): {
  name: string;
  email?: string | undefined;
} {
  if (typeof author !== 'string') return author;
  const [, name = author, email] = /^(.*?)\s*<([^>]*)>/.exec(author) ?? [];
  return { name, email };
}
