// Records layout shifts by the browser's own layout-shift API.
import type { Page } from '@playwright/test';

/** Runs in the page: counts every shift, also right after an input. */
export function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        readonly value: number;
        readonly sources: readonly { readonly node: Node | null }[];
      }; // as the Layout Instability API says; the DOM library lacks its types
      // The space at the end of a scroll container has no node. A notice grows upwards.
      const moved = sources.flatMap(({ node }) =>
        node === null || (node instanceof Element && node.closest('.notices') !== null)
          ? []
          : (node.textContent?.slice(0, 40) ?? '?'),
      );
      if (value > 0 && moved.length > 0) shifts.push(moved.join(' | '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Resolves when the frames that a change caused have reported their shifts. */
export async function shiftsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (let frames = 0; frames < 4; frames += 1) await frame();
    const { shifts } = globalThis as unknown as { readonly shifts: string[] }; // watchShifts sets it
    return shifts.splice(0);
  });
}
