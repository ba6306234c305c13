// docs/api.md: every operation with its parameters, answers and failures.
import {
  clientSpec,
  refusalsOfAll,
  refusalsOfNeeds,
  type ClientSpec,
  type Needs,
} from '@latchkey/protocol/client-spec.ts';
import { allTexts, type AnyReason } from '@latchkey/protocol/all-reasons.ts';
import { secondNamesOf, sellerGroups } from '@latchkey/protocol/seller-api.ts';
import { scopesOf } from '@latchkey/protocol/seller-scopes.ts';
import { sellerTexts, type SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { clientCurl, clientExample, sellerCurl, sellerExamples } from './examples.ts';
import { fieldsOf, parametersOf, type Parameter } from './forms.ts';
import { rules, sellerRules } from './rules.ts';

/** Told once, in the rules. */
const common = ['name', 'ownerid', 'challenge', 'sessionid'];
const needWords: Readonly<Record<Needs, string>> = {
  nothing: 'nothing',
  'any-session': 'a session',
  session: 'a session',
  'sign-in': 'a signed-in session',
};

export function printMarkdown(): string {
  return [
    rules + reasonList(refusalsOfAll),
    '```sh\n' + clientCurl(clientExample) + '\n```',
    table(
      ['`type`', 'Needs', 'Does'],
      Object.entries(clientSpec).map(([type, spec]: [string, ClientSpec]) => [
        `[\`${type}\`](#client-${type.toLowerCase()})`,
        needWords[spec.needs],
        spec.summary,
      ]),
    ),
    ...Object.entries(clientSpec).map(([type, spec]) => clientOperation(type, spec)),
    sellerRules +
      Object.values(sellerTexts).map(quoted).join(' · ') +
      ', and a message that names a parameter that does not fit.',
    ...Object.entries(sellerGroups).map(
      ([name, group]) => sellerGroup(name as keyof typeof sellerGroups, group), // its own keys
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function clientOperation(type: string, spec: ClientSpec): string {
  const parameters = parametersOf(spec.request).filter(({ name }) => !common.includes(name));
  const reasons = [...new Set([...refusalsOfNeeds[spec.needs], ...spec.failures])];
  return [
    `<a id="client-${type.toLowerCase()}"></a>\n\n### \`${type}\``,
    `${spec.summary} Needs ${needWords[spec.needs]}.${spec.once === true ? ' Done once for a challenge.' : ''}`,
    ...parameterTable(parameters),
    ...answerLines(fieldsOf(spec.success, ['success', 'message'])),
    ...(reasons.length === 0 ? [] : [`May also fail with: ${reasonList(reasons)}`]),
  ].join('\n\n');
}

function reasonList(reasons: readonly AnyReason[]): string {
  return reasons.map((reason) => `\`${reason}\` (${allTexts[reason]})`).join(' · ');
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
    `${spec.summary}${alsoCalled(type)} ${scopeWords(spec)}${spec.own === true ? ' *Ours.*' : ''}`,
    ...parameterTable(parametersOf(spec.request), spec.also),
    ...answerLines([...message, ...fieldsOf(spec.answer, [])]),
    ...(spec.failures.length === 0
      ? []
      : [`May also fail with: ${spec.failures.map(quoted).join(' · ')}`]),
  ].join('\n\n');
}

function scopeWords({ scope }: SellerSpec): string {
  const scopes = ['all', ...scopesOf[scope]].map((one) => `\`${one}\``);
  return `Scopes: ${scopes.join(', ')}.`;
}

function alsoCalled(type: string): string {
  const names = secondNamesOf(type);
  return names.length === 0 ? '' : ` Also called ${names.map((name) => `\`${name}\``).join(', ')}.`;
}

function quoted(message: string): string {
  return `"${message}"`;
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
      ['Parameter', '', 'Form'],
      parameters.map(({ name, isRequired, words }) => [
        named(name),
        isRequired ? 'required' : '',
        words,
      ]),
    ),
  ];
}

function answerLines(fields: readonly string[]): readonly string[] {
  if (fields.length === 0) return ['Answers with nothing but the common fields.'];
  if (fields.length === 1) return [`Answers ${fields[0] ?? ''}`];
  return ['Answers:', fields.map((field) => `- ${field}`).join('\n')];
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
