// Saves the time of the newest chat message that each account has seen.
// SECURITY: the saved state holds a keyed hash of the account, so it does not reveal the account.
import { maxChatAccounts } from '../saved-state.ts';
import { type CoreParts } from '../parts.ts';
import { accountKey } from './account-key.ts';

/** Clamps the time to now, because a message dated far ahead must not hide later messages. */
export function recordChatSeen(
  { clock, serviceTime, state }: Pick<CoreParts, 'clock' | 'serviceTime' | 'state'>,
  account: string,
  newest: number,
): void {
  const before = state.get().chatSeenAt;
  const at = Math.min(newest, serviceTime.nowMs() ?? clock.now());
  if (at < 1 || at <= (before[account] ?? 0)) return;
  const others = Object.entries(before).filter(([one]) => one !== account);
  const chatSeenAt = Object.fromEntries([...others.slice(1 - maxChatAccounts), [account, at]]);
  state.change({ chatSeenAt });
}

export async function moveChatSeen(
  core: Pick<CoreParts, 'config' | 'device' | 'failures' | 'state'>,
  from: string,
  to: string,
): Promise<void> {
  try {
    const [before, after] = [await accountKey(core, from), await accountKey(core, to)];
    const { [before]: at, ...others } = core.state.get().chatSeenAt;
    if (at !== undefined) core.state.change({ chatSeenAt: { ...others, [after]: at } });
  } catch (error) {
    core.failures.defect('moving what was seen of the chat failed', error);
  }
}
