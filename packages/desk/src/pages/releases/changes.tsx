// The changes of releases: how many users are offered one, retracting one, and deleting old ones.
import { featureNamePattern, maxFeatureName, maxKeptReleases } from '@latchkey/protocol/limits.ts';
import { change, type MakeChange } from '../../changes/change.ts';
import { isFromTo } from '../../changes/fields.ts';
import type { RowOf } from '../../client/list.ts';
import { RolloutRange } from './RolloutRange.tsx';

export type Release = RowOf<'fetchreleases'>;

function keyOf({ kind, channel, platform, sequence }: Release) {
  return { kind, channel, platform, sequence: String(sequence) };
}

export function rollOut(release: Release): MakeChange {
  const { version, kind, rollout: present, feature: required = '' } = release;
  return ({ copy: { releases, features }, formats }) =>
    change({
      operation: 'rolloutrelease',
      parameters: keyOf(release),
      words: ({ rollout }) => {
        const shown = formats.percent(Number(rollout) / 100);
        return {
          title: releases.rolloutTitle(version),
          text: Number(rollout) < present ? releases.rolloutLess : releases.rolloutText,
          submit: releases.rolloutVerb(shown),
          done: releases.rolledOut(version, shown),
        };
      },
      fields: ({ feature = '' }) => ({
        rollout: {
          label: releases.columns.rollout,
          value: String(present),
          problem: (rollout) =>
            rollout === String(present) && feature.trim() === required ? '' : null,
          draw: RolloutRange,
        },
        // The loader is offered before the sign-in, so its releases require none.
        feature: kind !== 'loader' && {
          label: releases.feature,
          hint: releases.featureHint,
          value: required,
          input: { className: 'mono', autoCapitalize: 'none' },
          send: (typed) => (typed.trim() === required ? undefined : typed.trim()),
          problem: (typed) =>
            typed.trim() === '' || featureNamePattern.test(typed.trim())
              ? null
              : features.nameWrong(formats.number(maxFeatureName)),
        },
      }),
    });
}

export function retract(release: Release): MakeChange {
  const { version, state } = release;
  const isRetracted = state === 'retracted';
  return ({ copy: { releases } }) =>
    change({
      operation: 'retractrelease',
      parameters: { ...keyOf(release), undo: isRetracted ? '1' : undefined },
      words: isRetracted
        ? {
            title: releases.againTitle(version),
            text: releases.againText,
            submit: releases.offerAgain,
            done: releases.offered(version),
          }
        : {
            title: releases.retractTitle(version),
            text: releases.retractText,
            submit: releases.retract,
            done: releases.retracted(version),
          },
      danger: !isRetracted,
    });
}

export const prune: MakeChange = ({ copy: { releases }, formats }) =>
  change({
    operation: 'prunereleases',
    words: { title: releases.pruneTitle, text: releases.pruneText, submit: releases.prune },
    danger: true,
    fields: {
      keep: {
        label: releases.keep,
        value: '3',
        input: { inputMode: 'numeric' },
        eager: true,
        problem: (typed) => (isFromTo(typed, 1, maxKeptReleases) ? null : releases.keepWrong),
      },
      unfinished: { kind: 'check', label: releases.unfinished, value: '0' },
    },
    done: ({ removed }) => releases.pruned(formats.number(removed), removed),
  });
