// Finds every filter of the service that says which rows a query is about, by the types of the code: what of Kysely's `where`,
// `on` and expression builder compares a column with a value of this very request. No query is known here by its name.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} Site
 * @property {string} id stays the same while lines above it come and go
 * @property {string} file from the root
 * @property {number} line
 * @property {'call' | 'condition'} kind `call`: a link of a chain, left out; `condition`: an expression, always true instead
 * @property {number} start of what it is called on
 * @property {number} middle the end of that
 * @property {number} end
 * @property {string} text
 */

const links = ['where', 'whereRef', 'on', 'onRef'];
/** Which rows of a range come next, and which have ended, is no question of whose they are. */
const equalities = ['=', 'in', 'is', 'not in'];

/**
 * @param {string} root
 * @returns {Site[]} in the order of files and lines
 */
export function findSites(root) {
  const { fileNames, options } = configurationOf(join(root, 'src/service/tsconfig.json'));
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const service = join(root, 'src/service/');
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(service))
    .filter(({ fileName }) => !fileName.startsWith(join(service, 'migrations')))
    .flatMap((file) => sitesIn(file, checker, relative(root, file.fileName)))
    .sort((a, b) =>
      a.file === b.file ? a.start - b.start || a.end - b.end : a.file < b.file ? -1 : 1,
    );
}

/** @param {string} path */
function configurationOf(path) {
  const { config, error } = ts.readConfigFile(path, (file) => readFileSync(file, 'utf8'));
  if (error !== undefined)
    throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  return ts.parseJsonConfigFileContent(config, ts.sys, join(path, '..'));
}

/**
 * @param {ts.SourceFile} source
 * @param {ts.TypeChecker} checker
 * @param {string} file
 * @returns {Site[]}
 */
function sitesIn(source, checker, file) {
  /** @type {Site[]} */
  const sites = [];
  /** @type {Map<string, number>} */
  const twins = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    const found = ts.isCallExpression(node) ? filterIn(node, checker) : null;
    if (ts.isCallExpression(node) && found !== null) {
      const from = beginningOf(node, source);
      const text = textOf(node, from, source);
      const id = `${file} ${functionAround(node)} ${text}`;
      const twin = (twins.get(id) ?? 0) + 1;
      twins.set(id, twin);
      const line = source.getLineAndCharacterOfPosition(from).line + 1;
      const start = node.getStart(source);
      const whole = { ...found, start, end: node.getEnd(), line, file, text };
      sites.push({ id: twin === 1 ? id : `${id} (${twin})`, ...whole });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/**
 * @param {ts.CallExpression} call
 * @param {ts.TypeChecker} checker
 * @returns {{ kind: Site['kind'], middle: number } | null}
 */
function filterIn({ expression, arguments: given }, checker) {
  const isRef = ts.isPropertyAccessExpression(expression) && expression.name.text.endsWith('Ref');
  if (!(given.length === 1 ? isNamedElsewhere(given[0], checker) : comparesWithValue(given, isRef)))
    return null;
  const middle = (
    ts.isPropertyAccessExpression(expression) ? expression.expression : expression
  ).getEnd();
  if (ts.isPropertyAccessExpression(expression))
    return links.includes(expression.name.text) && isOfKysely(expression.name, checker)
      ? { kind: 'call', middle }
      : null;
  const type = checker.getTypeAtLocation(expression).symbol;
  return type?.name === 'ExpressionBuilder' ? { kind: 'condition', middle } : null;
}

/**
 * A condition that another function makes; one that is written here has parts of its own. Not one that is made of comparisons
 * none of which says whose a row is: `runsOrIsPaused` asks when it ends.
 * @param {ts.Expression | undefined} condition
 * @param {ts.TypeChecker} checker
 */
function isNamedElsewhere(condition, checker) {
  if (condition === undefined) return false;
  if (ts.isIdentifier(condition)) return true;
  if (!ts.isCallExpression(condition)) return false;
  const compared = comparisonsIn(
    checker.getResolvedSignature(condition)?.getDeclaration() ?? condition,
  );
  return compared.length === 0 || compared.some((given) => comparesWithValue(given, false));
}

/**
 * What is given where a function compares: a column, how, and with what.
 * @param {ts.Node} node
 * @returns {(readonly ts.Expression[])[]}
 */
function comparisonsIn(node) {
  const given = ts.isCallExpression(node) ? node.arguments : [];
  const [, how] = given;
  const isOne = given.length === 3 && how !== undefined && ts.isStringLiteral(how);
  /** @type {(readonly ts.Expression[])[]} */
  const inner = [];
  ts.forEachChild(node, (child) => {
    inner.push(...comparisonsIn(child));
  });
  return isOne ? [given, ...inner] : inner;
}

/**
 * @param {readonly ts.Expression[]} given
 * @param {boolean} isRef compares with another column, whose name is a literal
 */
function comparesWithValue([column, comparison, value, ...others], isRef) {
  if (column === undefined || comparison === undefined || value === undefined) return false;
  if (others.length > 0 || !ts.isStringLiteral(column)) return false;
  if (!isRef && ts.isLiteralExpression(value)) return false;
  if (value.kind === ts.SyntaxKind.NullKeyword) return false;
  return !ts.isStringLiteral(comparison) || equalities.includes(comparison.text);
}

/**
 * @param {ts.Node} name
 * @param {ts.TypeChecker} checker
 */
function isOfKysely(name, checker) {
  const files = checker.getSymbolAtLocation(name)?.declarations ?? [];
  return files.some((one) => one.getSourceFile().fileName.includes('/node_modules/kysely/'));
}

/**
 * Where its own words begin: what it is called on may be many lines above, and a remark between.
 * @param {ts.CallExpression} call
 * @param {ts.SourceFile} source
 */
function beginningOf(call, source) {
  const { expression } = call;
  return ts.isPropertyAccessExpression(expression)
    ? expression.name.getStart(source) - 1
    : call.getStart(source);
}

/**
 * @param {ts.Node} node
 * @param {number} from
 * @param {ts.SourceFile} source
 */
function textOf(node, from, source) {
  return source.text.slice(from, node.getEnd()).replace(/\s+/g, ' ');
}

/** @param {ts.Node} node */
function functionAround(node) {
  for (let one = node.parent; !ts.isSourceFile(one); one = one.parent) {
    const name =
      ts.isFunctionDeclaration(one) || ts.isVariableDeclaration(one) ? one.name : undefined;
    const isOuter = ts.isSourceFile(one.parent) || ts.isVariableDeclarationList(one.parent);
    if (name !== undefined && isOuter && isTop(one)) return name.getText();
    if (ts.isPropertyAssignment(one)) return one.name.getText();
  }
  return '-';
}

/** @param {ts.Node} node */
function isTop(node) {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return ts.isSourceFile(statement.parent);
}
