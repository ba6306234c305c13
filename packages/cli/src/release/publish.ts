// Publishes and rolls out releases. A release that requires a feature is offered only once the service
// has confirmed the feature, because a service that does not know features ignores the parameter.
import { isTrue } from '../answers.ts';
import type { CliCall } from '../command.ts';
import { CliProblem } from '../problem.ts';

type Ask = CliCall['ask'];
type ReleaseKey = Readonly<
  Record<'kind' | 'channel' | 'platform' | 'sequence', string | undefined>
>;

interface Rollout {
  readonly rollout?: string | undefined;
  readonly feature?: string | undefined;
}

interface Publication extends Rollout {
  readonly manifest: string;
  readonly required: '1' | undefined;
}

/** Returns what the service has stored. */
export async function publishRelease(ask: Ask, key: ReleaseKey, given: Publication) {
  const { feature, rollout = '100' } = given;
  if (feature === undefined) return ask('publishrelease', { ...given });
  const published = await ask('publishrelease', { ...given, rollout: '0' });
  requireFeature(published);
  if (isTrue(published, 'unchanged') || rollout === '0') return published;
  await ask('rolloutrelease', { ...key, rollout });
  return { ...published, rollout: Number(rollout) };
}

/** An empty `feature` offers the release to accounts without a feature, too. */
export async function rollOut(ask: Ask, key: ReleaseKey, { rollout, feature }: Rollout) {
  if (!feature) return ask('rolloutrelease', { ...key, rollout, feature });
  requireFeature(await ask('rolloutrelease', { ...key, rollout: '0', feature }));
  return ask('rolloutrelease', { ...key, rollout });
}

function requireFeature(answer: { readonly feature?: unknown }): void {
  if (answer.feature === undefined)
    throw new CliProblem(
      'The service is too old for --feature. No account is offered the release. Update the service, then use "latchkey release rollout".',
    );
}
