// The changes of features, of a subscription or of one user.
import { parseIsoDate } from '@latchkey/protocol/dates.ts';
import { featureKinds, readFeatureValue, type FeatureKind } from '@latchkey/protocol/features.ts';
import {
  featureNamePattern,
  maxFeatureName,
  maxFeatureText,
  maxFeatureWords,
} from '@latchkey/protocol/limits.ts';
import { change, type DeskParts, type MakeChange, type Typed } from '../../changes/change.ts';
import { asked, notSent, type FieldOfChange, type Fields } from '../../changes/fields.ts';
import type { AnswerTo } from '../../client/seller.ts';

type Listed = NonNullable<AnswerTo<'userdata'>['features']>[number];
/** `until` is set for a feature of a user. */
export type Feature = Omit<Listed, 'until'> & Partial<Pick<Listed, 'until'>>;

/** Whose feature it is. Both empty: a subscription that is still to be chosen. */
export interface Holder {
  readonly sub?: string;
  readonly user?: string;
  /** The name that is shown; empty if the subscription is still to be chosen. */
  readonly shownName: string;
}

const fieldOf = { yesno: 'yes', number: 'number', text: 'words-value' } as const;

/** Adds a feature, or changes the given one. */
export function setFeature({ sub, user, shownName }: Holder, feature?: Feature): MakeChange {
  return (desk) => {
    const { features, frame } = desk.copy;
    const isNew = feature === undefined;
    return change({
      operation: 'setfeature',
      parameters: (typed) => ({
        ...(user !== undefined && { user, until: endOf(typed, feature) }),
        ...(sub !== undefined && { sub }),
        ...(feature !== undefined && { feature: feature.feature }),
        kind: kindOf(typed, feature),
        value: (typed[fieldOf[kindOf(typed, feature)]] ?? '').trim(),
      }),
      words: ({ feature: name = feature?.feature ?? '' }) => ({
        title: !isNew
          ? features.editTitle(name)
          : shownName === ''
            ? features.add
            : `${features.add}: ${shownName}`,
        text: features.addText,
        submit: isNew ? features.add : frame.save,
        done: features.saved(name.trim()),
      }),
      fields: (typed) => ({
        sub: sub === undefined && user === undefined && subscriptionField(desk),
        feature: isNew && nameField(desk),
        kind: kindField(desk, feature),
        ...valueField(desk, kindOf(typed, feature), feature),
        words: {
          label: features.words,
          hint: user === undefined ? features.wordsHint : features.ownWordsHint,
          value: feature?.words,
          input: { maxLength: maxFeatureWords },
        },
        end: user !== undefined && endField(desk, feature),
      }),
    });
  };
}

export function removeFeature({ sub, user, shownName }: Holder, { feature }: Feature): MakeChange {
  return ({ copy: { features } }) =>
    change({
      operation: 'delfeature',
      parameters: user === undefined ? { sub, feature } : { user, feature },
      words: {
        title: features.removeTitle(feature, shownName),
        text: features.removeText,
        submit: features.remove,
        done: features.removed(feature),
      },
      danger: true,
    });
}

function kindOf({ kind }: Typed, feature?: Feature): FeatureKind {
  return featureKinds.find((one) => one === kind) ?? feature?.kind ?? 'yesno';
}

/** Unix seconds, or empty without an end. The same day keeps its time. */
function endOf({ end = '' }: Typed, feature?: Feature): string {
  if (end === dayOf(feature)) return feature?.until ?? '';
  return end === '' ? '' : String(parseIsoDate(end, 'end') ?? '');
}

function dayOf({ until = '' }: Partial<Feature> = {}): string {
  return until === '' ? '' : new Date(Number(until) * 1000).toISOString().slice(0, 10);
}

function subscriptionField({ copy: { features } }: DeskParts): FieldOfChange {
  return {
    kind: 'select',
    label: features.subscription,
    none: features.noSubscriptions,
    asked: asked({
      operation: 'fetchallsubs',
      parameters: { limit: '1000' },
      read: ({ subs }) => subs.map(({ name }) => ({ value: name, label: name })),
    }),
  };
}

function nameField({ copy: { features }, formats }: DeskParts): FieldOfChange {
  return {
    label: features.name,
    hint: features.nameHint,
    input: { className: 'mono', autoCapitalize: 'none' },
    problem: (typed) =>
      featureNamePattern.test(typed.trim())
        ? null
        : features.nameWrong(formats.number(maxFeatureName)),
  };
}

function kindField({ copy: { features } }: DeskParts, feature?: Feature): FieldOfChange {
  return {
    kind: 'segmented',
    label: features.kind,
    value: feature?.kind ?? 'yesno',
    options: featureKinds.map((value) => ({ value, label: features.kinds[value] })),
  };
}

/** Each kind has a separate field, so that a change of the kind loses nothing. */
function valueField({ copy, formats }: DeskParts, kind: FeatureKind, feature?: Feature): Fields {
  const { features } = copy;
  const label = features.value;
  const value = feature?.kind === kind ? feature.value : undefined;
  const field: Omit<FieldOfChange, 'label' | 'value' | 'send'> =
    kind === 'yesno'
      ? {
          kind: 'segmented',
          options: [
            { value: 'yes', label: features.yes },
            { value: 'no', label: features.no },
          ],
        }
      : {
          input: { inputMode: kind === 'number' ? 'numeric' : 'text' },
          problem: (typed) => {
            if (readFeatureValue(typed.trim(), kind) !== null) return null;
            return kind === 'number'
              ? features.numberWrong
              : features.textWrong(formats.number(maxFeatureText));
          },
        };
  return { [fieldOf[kind]]: { ...field, label, value, send: notSent } };
}

function endField({ copy: { features } }: DeskParts, feature?: Feature): FieldOfChange {
  return {
    label: features.end,
    hint: features.endHint,
    value: dayOf(feature),
    input: { type: 'date', max: '9999-12-31' },
    problem: (typed) =>
      typed === '' || parseIsoDate(typed, 'end') !== null ? null : features.endWrong,
    send: notSent,
  };
}
