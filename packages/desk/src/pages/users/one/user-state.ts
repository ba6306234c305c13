// What the page of a user derives from the user's facts and plans.
import type { AnswerTo } from '../../../client/seller.ts';

export type UserFacts = AnswerTo<'userdata'>;
export type Plan = AnswerTo<'usergrants'>['subs'][number];

export type UserState = 'banned' | 'active' | 'paused' | 'expired' | 'noPlan';

export function isRunning({ paused, timeleft, since }: Plan): boolean {
  return since !== null && !paused && timeleft > 0;
}

export function isPaused({ paused, since }: Plan): boolean {
  return since !== null && paused;
}

export function stateOf(banned: string | null, plans: readonly Plan[]): UserState {
  if (banned !== null) return 'banned';
  if (plans.some(isRunning)) return 'active';
  if (plans.some(isPaused)) return 'paused';
  return plans.some(({ since }) => since !== null) ? 'expired' : 'noPlan';
}

/** The keys that the user redeemed, oldest first. */
export function redeemedKeys(plans: readonly Plan[]): readonly string[] {
  const keys = plans.flatMap(({ grants }) => grants.flatMap(({ key }) => key ?? []));
  return [...new Set(keys)];
}

/** Whether the user's name is the license key by which they sign in. */
export function isKeyAccount(facts?: UserFacts, plans: readonly Plan[] = []): boolean {
  if (facts === undefined) return false;
  return facts.userid !== undefined || redeemedKeys(plans).includes(facts.username);
}
