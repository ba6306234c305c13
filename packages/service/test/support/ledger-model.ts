// A simple model of the users' remaining time. Tests compare the service with it.

export const start = 1_800_000_000;
export const day = 86_400;
export const names = ['ann', 'ben'] as const;
export type Name = (typeof names)[number];

interface ModelGrant {
  readonly key: string | null;
  left: number;
  revoked: 'ban' | 'refund' | 'seller' | null;
}

/** A user with one subscription. */
interface ModelUser {
  grants: ModelGrant[];
  paused: 'no' | 'alone' | 'with the application';
}

export interface Model {
  readonly users: Record<Name, ModelUser>;
  appIsPaused: boolean;
  readonly keys: { key: string; user: Name; state: 'used' | 'banned' }[];
}

export const remainingOf = ({ grants }: ModelUser) =>
  grants.reduce((sum, { left, revoked }) => sum + (revoked === null ? left : 0), 0);

export function passTime({ users }: Model, seconds: number): void {
  for (const user of Object.values(users)) {
    let remaining = user.paused === 'no' ? seconds : 0;
    for (const grant of user.grants) {
      const taken = grant.revoked === null ? Math.min(remaining, grant.left) : 0;
      grant.left -= taken;
      remaining -= taken;
    }
  }
}

/** A subscription that starts while the application is paused is paused with it. */
export function settlePause({ appIsPaused }: Model, user: ModelUser): void {
  if (appIsPaused && user.paused === 'no' && remainingOf(user) > 0)
    user.paused = 'with the application';
}

export function timeChangesOf(user: Name, grants: readonly ModelGrant[]) {
  return grants
    .filter(({ left }) => left > 0)
    .map(({ left }) => ({ user, subscription: 'Pro', seconds: left }));
}

export function pauseOrResume(model: Model, isPause: boolean, selected: readonly Name[]): void {
  for (const name of selected) {
    const user = model.users[name];
    if (isPause && (remainingOf(user) > 0 || user.paused !== 'no')) user.paused = 'alone';
    else if (!isPause && user.paused === 'alone')
      user.paused = model.appIsPaused ? 'with the application' : 'no';
  }
}
