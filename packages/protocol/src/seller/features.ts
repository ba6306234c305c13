// Seller API: features of subscriptions and of users (docs/protocol.md#features).
import { z } from 'zod';
import { featureKinds } from '../features.ts';
import {
  featureNamePattern,
  forbiddenCharacters,
  maxFeatures,
  maxFeatureText,
  maxFeatureWords,
} from '../limits.ts';
import { username } from '../primitives.ts';
import { wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { maxUnixSeconds } from '../units.ts';
import { subscriptionName } from './user-parameters.ts';

export const featureName = z.string().regex(featureNamePattern);

function line(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !forbiddenCharacters.test(text));
}

/** A feature of a subscription as lists return it. Values are text: `yes`, `no`, digits or a text. */
const featureFields = {
  feature: featureName,
  kind: z.enum(featureKinds),
  value: line(maxFeatureText).min(1),
  /** What users read about it. Empty: it is not shown. */
  words: line(maxFeatureWords),
};
export const listedFeature = z.object(featureFields);
/** A feature of a user. `until` is when it ends, in unix seconds; empty: never. */
export const userFeature = z.object({ ...featureFields, until: z.string().regex(/^[0-9]{0,12}$/) });

const whose = { sub: subscriptionName.optional(), user: username.optional() };
const names = { sub: 'subscription', user: 'user' } as const;
const failures = {
  'user-or-subscription': 'Name either a user or a subscription',
  'subscription-unknown': 'Subscription not found!',
  'user-unknown': 'User not found!',
} as const;

export const featuresApi = {
  setfeature: {
    summary: `Sets a feature of a subscription, or of one user. \`value\` is \`yes\`, \`no\`, a whole number or a text; \`kind\` says which, if the value could be several. \`words\` is what users read about it. \`until\` is when the feature of a user ends, in unix seconds. It replaces an earlier value. \`words\` and \`until\` of that one remain unless they are given; empty ones remove them. The answer has the kind that is stored. A subscription and a user can have ${maxFeatures} features each.`,
    request: z.object({
      ...whose,
      feature: featureName,
      value: featureFields.value,
      kind: featureFields.kind.optional(),
      words: featureFields.words.optional(),
      until: z.union([z.literal(''), wholeNumber(1, maxUnixSeconds)]).optional(),
    }),
    mayBeEmpty: ['words', 'until'],
    names,
    answer: z.object({ kind: featureFields.kind }),
    message: 'Successfully set feature!',
    failures: {
      ...failures,
      'feature-value-invalid': 'The value does not fit the kind of the feature',
      'feature-kind-differs': 'The feature has another kind in a subscription',
      'feature-end-past': 'The feature must end in the future',
      'feature-end-of-user': 'Only the feature of a user can have an end',
      'too-many-features': `There can be at most ${maxFeatures} features`,
    },
    scope: 'all',
    changes: ['sub', 'user', 'feature', 'value', 'words', 'until'],
    isExtension: true,
  },
  delfeature: {
    summary: 'Removes a feature from a subscription, or from one user.',
    request: z.object({ ...whose, feature: featureName }),
    names,
    answer: z.object({}),
    message: 'Successfully removed feature!',
    failures: { ...failures, 'feature-unknown': 'Feature not found!' },
    scope: 'all',
    changes: ['sub', 'user', 'feature'],
    isExtension: true,
  },
} as const satisfies SellerGroup;
