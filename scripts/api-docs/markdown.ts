// Generates docs/api.md: each operation with its parameters, answer and failures.
import {
  clientSpec,
  commonRefusals,
  sessionRefusals,
  type ClientSpec,
  type SessionNeed,
} from '@latchkey/protocol/client-spec.ts';
import { allTexts, type AnyReason } from '@latchkey/protocol/all-reasons.ts';
import { secondNamesOf, sellerGroups } from '@latchkey/protocol/seller-api.ts';
import { acceptedScopes } from '@latchkey/protocol/seller-scopes.ts';
import { sellerTexts, type SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { clientCurl, clientExample, sellerCurl, sellerExamples } from './examples.ts';
import { fieldsOf, parametersOf, type Parameter } from './forms.ts';
import { rules, sellerRules } from './rules.ts';

/** Parameters that the introduction in rules.ts describes. */
const common = ['name', 'ownerid', 'challenge', 'sessionid'];
const needWords: Readonly<Record<SessionNeed, string>> = {
  nothing: 'no session',
  'any-session': 'a session',
  session: 'a session',
  'sign-in': 'a signed-in session',
};

export function printMarkdown(): string {
  return [
    rules + `${reasonList(commonRefusals)}. Each operation lists its other reasons.`,
    table(
      ['`reason`', 'Default text'],
      Object.entries(allTexts).map(([reason, text]) => [`\`${reason}\``, text]),
    ),
    '### Client operations',
    '```sh\n' + clientCurl(clientExample) + '\n```',
    table(
      ['`type`', 'Requires', 'Description'],
      Object.entries(clientSpec).map(([type, spec]: [string, ClientSpec]) => [
        `[\`${type}\`](#client-${type.toLowerCase()})`,
        needWords[spec.needs],
        firstSentence(spec.summary),
      ]),
    ),
    ...Object.entries(clientSpec).map(([type, spec]) => clientOperation(type, spec)),
    sellerRules + bullets(failuresOf(sellerTexts)),
    ...Object.entries(sellerGroups).map(
      ([name, group]) => sellerGroup(name as keyof typeof sellerGroups, group), // Object.entries loses the types of the keys
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function clientOperation(type: string, spec: ClientSpec): string {
  const parameters = parametersOf(spec.request).filter(({ name }) => !common.includes(name));
  const reasons = [...new Set([...sessionRefusals[spec.needs], ...spec.failures])];
  return [
    `<a id="client-${type.toLowerCase()}"></a>\n\n### \`${type}\``,
    spec.summary,
    `Requires ${needWords[spec.needs]}${unlessKind(spec)}.${spec.once === true ? ' _Idempotent._' : ''}`,
    ...parameterTable(parameters, spec.also),
    ...answerLines(fieldsOf(spec.success, ['success', 'message'])),
    ...(reasons.length === 0 ? [] : [`Failure reasons: ${reasonList(reasons)}.`]),
  ].join('\n\n');
}

function unlessKind({ sessionlessKind }: ClientSpec): string {
  return sessionlessKind === undefined ? '' : `, or no session with \`kind=${sessionlessKind}\``;
}

function reasonList(reasons: readonly AnyReason[]): string {
  return reasons.map((reason) => `\`${reason}\``).join(', ');
}

function sellerGroup(
  name: keyof typeof sellerGroups,
  group: Readonly<Record<string, SellerSpec>>,
): string {
  return [
    `### ${name}`,
    '```sh\n' + sellerCurl(sellerExamples[name]) + '\n```',
    ...Object.entries(group).map(([type, spec]) => sellerOperation(type, spec)),
  ].join('\n\n');
}

function sellerOperation(type: string, spec: SellerSpec): string {
  const message = spec.message === null ? [] : [`\`message\`: ${spec.message}`];
  return [
    `#### \`${type}\``,
    spec.summary,
    `${scopeWords(spec)}${alsoCalled(type)}${spec.isExtension === true ? ' _Ours._' : ''}`,
    ...parameterTable(parametersOf(spec.request), spec.also),
    ...answerLines([...message, ...fieldsOf(spec.answer, [])]),
    ...failureLines(failuresOf(spec.failures)),
  ].join('\n\n');
}

function scopeWords({ scope, resellers }: SellerSpec): string {
  const scopes = ['all', ...acceptedScopes[scope]].map((one) => `\`${one}\``);
  const also = resellers === true ? ' Also resellers.' : '';
  return `Scopes: ${scopes.join(', ')}.${also}`;
}

function alsoCalled(type: string): string {
  const names = secondNamesOf(type);
  return names.length === 0
    ? ''
    : ` Second name: ${names.map((name) => `\`${name}\``).join(', ')}.`;
}

/** The table of operations shows only the first sentence. */
function firstSentence(summary: string): string {
  return summary.split(/(?<=\.) /)[0] ?? summary;
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function parameterTable(
  parameters: readonly Parameter[],
  also: Readonly<Record<string, string>> = {},
): readonly string[] {
  const named = (name: string) =>
    [name, ...Object.keys(also).filter((second) => also[second] === name)]
      .map((one) => `\`${one}\``)
      .join(' or ');
  if (parameters.length === 0) return [];
  return [
    table(
      ['Parameter', 'Required', 'Value'],
      parameters.map(({ name, isRequired, words }) => [
        named(name),
        isRequired ? 'yes' : 'no',
        words,
      ]),
    ),
  ];
}

function answerLines(fields: readonly string[]): readonly string[] {
  if (fields.length === 0) return ['Returns only the common fields.'];
  if (fields.length === 1) return [`Returns ${fields[0] ?? ''}`];
  return ['Returns:', bullets(fields)];
}

function failureLines(failures: readonly string[]): readonly string[] {
  const [first, ...others] = failures;
  if (first === undefined) return [];
  return others.length === 0 ? [`Failure: ${first}`] : ['Failures:', bullets(failures)];
}

function failuresOf(failures: SellerSpec['failures']): readonly string[] {
  return Object.entries(failures).map(([code, message]) => `\`${code}\`: ${message}`);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
