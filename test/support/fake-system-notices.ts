// A fake that records desktop notifications.
import type { SystemNotice, SystemNotices } from '../../src/main/core/ports.ts';

export interface FakeSystemNotices extends SystemNotices {
  readonly shown: SystemNotice[];
}

export function createFakeSystemNotices(possible = true): FakeSystemNotices {
  const shown: SystemNotice[] = [];
  return { shown, isSupported: () => possible, show: (notice) => void shown.push(notice) };
}
