// A fake that records desktop notifications and requests for attention.
import type { SystemNotice, SystemNotices } from '../../src/main/core/ports.ts';

export interface FakeSystemNotices extends SystemNotices {
  readonly shown: SystemNotice[];
  /** Whether the user looks at the window. */
  isInFront: boolean;
  readonly attention: () => number;
}

export function createFakeSystemNotices(possible = true): FakeSystemNotices {
  const shown: SystemNotice[] = [];
  let attention = 0;
  const fake: FakeSystemNotices = {
    shown,
    isInFront: true,
    attention: () => attention,
    isSupported: () => possible,
    show: (notice) => void shown.push(notice),
    requestAttention() {
      if (fake.isInFront) return false;
      attention += 1;
      return true;
    },
  };
  return fake;
}
