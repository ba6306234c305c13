// Vectors of features: what a client reads from the content of a verified answer, of a pass and of
// the loader's line.
import { info } from '@latchkey/protocol/client/common.ts';
import type { Features } from '@latchkey/protocol/features.ts';
import { featuresAt, featureValues, offlinePass } from '@latchkey/protocol/offline-pass.ts';
import { info as goodInfo } from './answers.ts';
import { passFields } from './pass-cases.ts';
import { nowSeconds } from './signing.ts';

export interface FeatureCase {
  readonly name: string;
  /** `content` is the field `info`, the JSON of the pass, or the line. */
  readonly source: 'answer' | 'pass' | 'line';
  readonly content: object;
  /** The computer's clock, unix seconds. */
  readonly now: number;
  /** Malformed features count as none. */
  readonly features: Features;
}

const all = {
  beta: true,
  cloud: false,
  edition: 'Zoë 漢字',
  projects: 5,
  storage: 999_999_999_999_999,
};

const values: readonly (readonly [string, unknown])[] = [
  ['each kind', all],
  ['none', {}],
  ['no field', undefined],
  ['null', null],
  ['a list', [{ beta: true }]],
  ['a text', 'beta'],
  ['a value of null', { beta: true, cloud: null }],
  ['a value that is an object', { beta: { yes: true } }],
  ['a value that is a list', { beta: [{ yes: true }] }],
  ['a name of an object of the language', { constructor: 'x', tostring: true }],
];

const change = { from: nowSeconds + 60, features: { projects: 3 } };
const changes: readonly (readonly [string, number, unknown])[] = [
  ['before a change', nowSeconds + 59, [change]],
  ['at a change', nowSeconds + 60, [change]],
  [
    'after the last of several changes',
    nowSeconds + 99,
    [change, { from: nowSeconds + 90, features: {} }],
  ],
  ['between two changes', nowSeconds + 89, [change, { from: nowSeconds + 90, features: {} }]],
  ['no change', nowSeconds + 99, []],
  ['changes of null', nowSeconds, null],
  ['changes that are a text', nowSeconds, 'none'],
  ['a change without a time', nowSeconds, [{ features: {} }]],
  ['a change whose time is text', nowSeconds, [{ ...change, from: '5' }]],
  ['a change with a bad value', nowSeconds, [{ ...change, features: { beta: null } }]],
];

export function featureCases(): readonly FeatureCase[] {
  const ofAnswers = values.map(([name, features]): FeatureCase => {
    const content = { ...goodInfo, features };
    const read = info.parse(content).features ?? {};
    return { name: `answer: ${name}`, source: 'answer', content, now: nowSeconds, features: read };
  });
  const ofLines = values.map(([name, features]): FeatureCase => {
    const read = featureValues.safeParse(features).data ?? {};
    return {
      ...({ name: `line: ${name}`, source: 'line', now: nowSeconds } as const),
      content: { features },
      features: read,
    };
  });
  const pass = (name: string, now: number, more: object): FeatureCase => {
    const content = { ...passFields, ...more };
    const read = featuresAt(offlinePass.parse(content), now);
    return { name: `pass: ${name}`, source: 'pass', content, now, features: read };
  };
  return [
    ...ofAnswers,
    ...ofLines,
    ...values.map(([name, features]) => pass(name, nowSeconds, { features })),
    ...changes.map(([name, now, featureChanges]) =>
      pass(name, now, { features: all, featureChanges }),
    ),
  ];
}
