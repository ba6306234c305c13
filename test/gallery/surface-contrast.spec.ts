// Texts and focus rings of every menu, dialog, panel and tooltip, and of controls under the pointer,
// are readable: texts with 4.5:1, rings with 3:1, measured on the pixels behind them.
import type { Page } from '@playwright/test';
import type { Phase, Session } from '../../src/shared/session.ts';
import { ready, report, savedSignIns, signedOut } from '../screens/samples.ts';
import { expect, test } from '../screens/screen-page.ts';
import { brands } from './brands.ts';
import { leastContrasts, type InkBox } from './pixel-contrast.ts';
import { programSample, runningTask, withUpdate } from './program.ts';

test.use({ viewport: { width: 900, height: 600 } });

interface Scene {
  readonly phase: Phase;
  readonly session?: Partial<Session>;
  /** Buttons that open a dialog, pressed one after another. */
  readonly dialog?: readonly string[];
  /** The part to measure, if not the whole page. */
  readonly root?: string;
}

const quiet = { ...ready, announcement: null } as const;
const installed = { program: withUpdate } as const;
const installing = { program: programSample, tasks: [runningTask] } as const;
const more = 'button[aria-haspopup=menu]';

const scenes: Readonly<Record<string, Scene>> = {
  'sign-in': { phase: signedOut },
  'forget an account': {
    phase: signedOut,
    session: { savedSignIns },
    dialog: ['main .kept li .button'],
  },
  home: { phase: quiet, session: installed, root: '.cover' },
  cards: { phase: quiet, session: installed, root: '.home-cards' },
  account: { phase: quiet, session: installed, root: '.head' },
  uninstall: {
    phase: quiet,
    session: installed,
    dialog: [`.cover ${more}`, '[role=menuitem]:last-child'],
  },
  installing: { phase: quiet, session: installing, root: '.cover' },
  'cancel the installation': {
    phase: quiet,
    session: installing,
    dialog: ['.task-actions .button:last-of-type'],
  },
  running: { phase: { ...quiet, kind: 'running' }, session: installed, root: '.cover' },
  'other computer': {
    phase: { kind: 'wrong-device', username: 'anna', shortDeviceId: '9f2c41d8', report },
    root: 'main',
  },
};

/** What is open over the page, or the page. */
const surface = 'dialog[open], .menu, [popover]:popover-open';

/** Runs in the page: hides the visible texts in the elements, and returns their boxes. */
function takeTexts(selector: string): InkBox[] {
  const found: { element: HTMLElement; box: InkBox }[] = [];
  for (const root of document.querySelectorAll(selector)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      if (element === null || text === '' || element.closest('.unseen') !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      // A press goes through a tooltip, so nothing says that it is in front.
      const isTip = element.closest('.tip') !== null;
      const range = document.createRange();
      range.selectNodeContents(node);
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
      for (const { left, top, right, bottom } of range.getClientRects())
        // Texts that have scrolled below another part are hidden.
        if (
          isTip ||
          element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
        )
          found.push({ element, box: { text, ink: [red, green, blue], left, top, right, bottom } });
    }
  }
  for (const { element } of found) {
    element.style.setProperty('color', 'transparent', 'important');
    // An underline, which may be of an ancestor, is no background.
    for (let one: HTMLElement | null = element; one !== null; one = one.parentElement)
      one.style.setProperty('text-decoration-color', 'transparent', 'important');
  }
  return found.map(({ box }) => box);
}

/** Runs in the page: hides the focused element's ring, and returns the lines at both its edges. */
function takeRing(): InkBox[] {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement)) return [];
  const { outlineColor, outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
  const name = element.innerText || (element.ariaLabel ?? element.tagName);
  if (outlineStyle === 'none' || /^rgba.*, 0\)$/.test(outlineColor))
    throw new Error(`${name} has no ring`);
  const [red = 0, green = 0, blue = 0] = outlineColor.match(/\d+/g)?.map(Number) ?? [];
  element.style.setProperty('outline-color', 'transparent', 'important');
  const box = element.getBoundingClientRect();
  const sides = (text: string, by: number): InkBox[] => {
    const [left, top] = [box.left - by, box.top - by];
    const [right, bottom] = [box.right + by, box.bottom + by];
    // Without the rounded corners, where the ring is elsewhere.
    const round = Math.min(16, (bottom - top) / 2 - 1, (right - left) / 2 - 1);
    const [inTop, inBottom] = [top + round, bottom - round];
    // The ring may touch a letter or a line of its neighbour.
    const side = { text, ink: [red, green, blue], share: 0.8 } as const;
    const across = { ...side, left: left + round, right: right - round };
    return [
      { ...across, top, bottom: top + 1 },
      { ...across, top: bottom - 1, bottom },
      { ...side, left, right: left + 1, top: inTop, bottom: inBottom },
      { ...side, left: right - 1, right, top: inTop, bottom: inBottom },
    ].filter((one) => one.top >= 0 && one.bottom <= innerHeight);
  };
  const offset = Number.parseFloat(outlineOffset);
  const wide = Number.parseFloat(outlineWidth);
  return [...sides('outside', offset + wide + 1), ...sides('inside', offset)];
}

class Faults {
  readonly found: Record<string, number> = {};
  texts = 0;
  rings = 0;

  async measureTexts(page: Page, where: string, root: string): Promise<void> {
    for (const [text, ratio] of await leastContrasts(page, takeTexts, root)) {
      this.texts += 1;
      if (ratio < 4.5) this.found[`${where}: ${text}`] = ratio;
    }
  }

  async measureRing(page: Page, where: string): Promise<void> {
    const edges = await leastContrasts(page, takeRing, null);
    this.rings += 1;
    // A ring that is as dark as its control still shows on what is around it, and the reverse.
    const ratio = Math.max(...edges.values());
    if (ratio < 3) this.found[`${where}: ring`] = ratio;
  }
}

const controls = ':is(button, input, select):not(:disabled)';

/** Measures texts, focus rings, hover and tooltips inside of the element. */
async function measureAll(page: Page, faults: Faults, where: string, root: string) {
  await faults.measureTexts(page, where, root);
  // A key press makes the focus visible.
  await page.keyboard.press('F2');
  for (const control of await page.locator(root).locator(`${controls}:visible`).all()) {
    const name = await control.evaluate((element) => {
      element.focus();
      return element.textContent;
    });
    await faults.measureRing(page, `${where}, ${name}`);
    const box = await control.boundingBox();
    if (box === null) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await faults.measureTexts(page, `${where}, hover`, ':hover > .tip, button:hover');
  }
  await page.mouse.move(0, 0);
}

async function measureScene(page: Page, faults: Faults, name: string, scene: Scene) {
  for (const step of scene.dialog ?? []) await page.locator(step).first().click();
  if (scene.dialog !== undefined) {
    await page.locator('dialog[open]').waitFor();
    await measureAll(page, faults, name, 'dialog[open]');
    await page.keyboard.press('Escape');
    return;
  }
  await measureAll(page, faults, name, scene.root ?? '.frame');
  for (const opener of await page
    .locator(scene.root ?? '.frame')
    .locator(`${more}, [popovertarget]`)
    .all()) {
    const label = await opener.innerText();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.locator(surface).waitFor();
    await measureAll(page, faults, `${name}, open: ${label}`, surface);
    await page.keyboard.press('Escape');
    await page.locator(surface).waitFor({ state: 'hidden' });
  }
}

for (const [brandName, brand] of Object.entries(brands))
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, scene] of Object.entries(scenes)) {
      const title = `keeps texts and focus rings readable: ${name}, ${brandName}, ${colorScheme}`;
      // Takes a picture of each text and ring, so it is too slow for `npm test`.
      test(title, async ({ page, open }) => {
        await page.emulateMedia({ colorScheme });
        await open({ phase: scene.phase, session: scene.session ?? {}, info: { brand } });
        const faults = new Faults();
        await measureScene(page, faults, name, scene);
        expect(faults.found).toEqual({});
        expect(faults.rings).toBeGreaterThan(0);
        expect(faults.texts).toBeGreaterThan(faults.rings);
      });
    }
