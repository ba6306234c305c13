// Which modules are read together with a first one: its imports and theirs, but no types, and nothing that is imported on demand.
import { posix } from 'node:path';
import typescript from 'typescript';

/** The relative modules that come along with the module `file` of `text`. */
function comesWith(file: string, text: string): readonly string[] {
  const parsed = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest);
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

/** `entry` and everything among `sources` (path -> text) that is read with it. */
export function readTogether(
  sources: ReadonlyMap<string, string>,
  entry: string,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const add = (file: string): void => {
    const text = sources.get(file);
    if (seen.has(file) || text === undefined) return;
    seen.add(file);
    for (const next of comesWith(file, text)) add(next);
  };
  add(entry);
  return seen;
}
