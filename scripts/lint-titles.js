// Oxlint rule: a test title begins with its subject or its behaviour. Oxlint's own rule
// `vitest/valid-title` does not find Playwright tests.

/**
 * The parts of a syntax node that the rule reads.
 * @typedef {{
 *   readonly name?: unknown,
 *   readonly value?: unknown,
 *   readonly object?: Node,
 *   readonly callee?: Node,
 *   readonly tag?: Node,
 *   readonly quasis?: readonly { readonly value: { readonly raw: string } }[],
 * }} Node
 * @typedef {{ readonly callee: Node, readonly arguments: readonly Node[] }} Call
 * @typedef {{ readonly report: (found: { node: Node, message: string }) => void }} Context
 */

const titled = new Set(['test', 'it', 'describe']);

const pronouns = 'what|whatever|who|whoever|whose|one|another|that|it|nobody';
const conjunctions = 'where|of|while|but|and|since|as';
// The lookahead excludes a hyphen, because "one-time" is an allowed first word.
const wrongBeginning = new RegExp(`^(?:${pronouns}|${conjunctions})(?![\\w-])`, 'i');

/**
 * Returns the name that a chain such as `test.skipIf(a).each(b)` begins with.
 * @param {Node} node
 * @returns {unknown}
 */
function firstName(node) {
  const inner = node.object ?? node.callee ?? node.tag;
  return inner === undefined ? node.name : firstName(inner);
}

/**
 * Returns the first word of the title if a title must not begin with it.
 * @param {Node} title
 */
function wrongWord({ value, quasis }) {
  const text = quasis?.[0]?.value.raw ?? value;
  return typeof text === 'string' ? wrongBeginning.exec(text)?.[0] : undefined;
}

const beginWithSubject = {
  create: (/** @type {Context} */ context) => ({
    CallExpression(/** @type {Call} */ { callee, arguments: [title] }) {
      const word = title === undefined ? undefined : wrongWord(title);
      if (title === undefined || word === undefined || !titled.has(String(firstName(callee)))) {
        return;
      }
      const message = `Begin the title with its subject or its behaviour, not with "${word}".`;
      context.report({ node: title, message });
    },
  }),
};

export default {
  meta: { name: 'titles' },
  rules: { 'begin-with-subject': beginWithSubject },
};
