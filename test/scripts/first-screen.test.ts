// The first screen has only its own sentences: nothing that is loaded with it asks for those that come later. The types keep
// its parts to `FirstCopy`; this keeps them from the way around it.
import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import typescript from 'typescript';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../scripts/module-graph.js';

const root = resolve(import.meta.dirname, '../..');
const sources = new Map([...sourcesIn(root, 'src/renderer'), ...sourcesIn(root, 'src/copy')]);

/** The relative modules that come along with a module: no types, and nothing that is imported on demand. */
function comesWith(file: string): readonly string[] {
  const parsed = typescript.createSourceFile(
    file,
    sources.get(file) ?? '',
    typescript.ScriptTarget.Latest,
  );
  return parsed.statements.flatMap((statement) => {
    const isImport = typescript.isImportDeclaration(statement);
    if (!isImport && !typescript.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !typescript.isStringLiteral(moduleSpecifier)) return [];
    if (isImport ? bringsTypesAlone(statement.importClause) : statement.isTypeOnly) return [];
    return [posix.join(posix.dirname(file), moduleSpecifier.text)];
  });
}

function bringsTypesAlone(clause: typescript.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === typescript.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  if (clause.name !== undefined || names === undefined) return false;
  return typescript.isNamedImports(names) && names.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function firstScript(): ReadonlySet<string> {
  const seen = new Set<string>();
  const add = (file: string): void => {
    if (seen.has(file) || !sources.has(file)) return;
    seen.add(file);
    for (const next of comesWith(file)) add(next);
  };
  add('src/renderer/main.tsx');
  return seen;
}

const early = firstScript();

test('nothing on the first screen asks for a later sentence', () => {
  expect(early.size).toBeGreaterThan(40);
  const asking = [...early].filter((file) => /\blaterCopy\b/.test(sources.get(file) ?? ''));
  expect(asking).toEqual(['src/renderer/bridge/language.ts']);
});

test('the words for failures and the catalogues of later screens are loaded later', () => {
  const catalogues = [...early].filter((file) => /^src\/copy\/\w\w\//.test(file));
  // English, which is there when nothing can be loaded.
  expect(catalogues).toEqual(['src/copy/en/support.ts']);
  expect(early).not.toContain('src/copy/failure-words.ts');
  expect(early).not.toContain('src/renderer/screens/later.tsx');
});

test('the look sees what it is for', () => {
  expect(comesWith('src/renderer/screens/later.tsx')).toContain('src/renderer/bridge/language.ts');
  expect(comesWith('src/renderer/bridge/language.ts')).toEqual(['src/shared/languages.ts']);
  const later = 'src/renderer/bridge/later-copy.ts';
  expect(readFileSync(resolve(root, later), 'utf8')).toContain('laterCopy');
  expect(early).not.toContain(later);
});
