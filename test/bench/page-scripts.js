/// <reference lib="dom" />
// Functions for the page of a measured program; sent as text, so each must be self-contained.
/* global document, window, requestAnimationFrame, MutationObserver, Event */

/**
 * Resolves when the page is usable and drawn: with `selector`, when that field is visible, enabled
 * and focused; without one, when the page has loaded.
 * @param {string | null} selector
 * @returns {Promise<number>} unix milliseconds
 */
export function waitUntilUsable(selector) {
  return new Promise((resolve) => {
    const isUsable = () => {
      if (selector === null) return document.readyState === 'complete';
      const field = document.querySelector(selector);
      if (field === null || field !== document.activeElement) return false;
      return !field.matches(':disabled') && field.getClientRects().length > 0;
    };
    const look = () => {
      if (!isUsable()) requestAnimationFrame(look);
      // The frame with the field has been drawn by the second frame from now.
      else requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())));
    };
    look();
  });
}

/**
 * Milliseconds per call of each kind, in alternating batches in one page.
 * @param {{ command: string, input: unknown, warmUps: number, batches: number, calls: number }} plan
 * @returns {Promise<{ bare: number[], bridge: number[] }>}
 */
export async function timeCalls({ command, input, warmUps, batches, calls }) {
  const { loader, bare } = /** @type {any} */ (window);
  const batch = async (/** @type {(input: unknown) => Promise<unknown>} */ call) => {
    const startedAt = performance.now();
    for (let i = 0; i < calls; i += 1) await call(input);
    return (performance.now() - startedAt) / calls;
  };
  const times = { bare: /** @type {number[]} */ ([]), bridge: /** @type {number[]} */ ([]) };
  // The first batches are the warm-up. The order alternates, so that neither always runs second.
  for (let i = -warmUps; i < batches; i += 1) {
    const first = i % 2 === 0 ? bare.invoke : loader[command];
    const second = i % 2 === 0 ? loader[command] : bare.invoke;
    const pair = [await batch(first), await batch(second)];
    if (i % 2 !== 0) pair.reverse();
    if (i < 0) continue;
    times.bare.push(pair[0] ?? Number.NaN);
    times.bridge.push(pair[1] ?? Number.NaN);
  }
  return times;
}

/**
 * Signs in and resolves when the next screen has been published.
 * @param {object} user
 * @returns {Promise<{ ms: number, failure: string | null, endedAtMs: number }>}
 */
export function timeSignIn(user) {
  const { loader } = /** @type {any} */ (window);
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const end = (/** @type {string | null} */ failure) => {
      stop();
      resolve({ ms: performance.now() - startedAt, failure, endedAtMs: Date.now() });
    };
    const stop = loader.onSession((/** @type {any} */ { phase }) => {
      if (phase.kind === 'ready') end(null);
      else if (phase.kind !== 'signed-out') end(phase.kind);
    });
    void loader.signIn(user).then((/** @type {any} */ result) => {
      if (!result.ok) end(result.failure.code);
    });
  });
}

/**
 * @param {string} kind
 * @returns {Promise<void>}
 */
export function waitForPhase(kind) {
  const { loader } = /** @type {any} */ (window);
  return new Promise((resolve) => {
    const look = (/** @type {any} */ { phase }) => {
      if (phase.kind !== kind) return;
      stop();
      resolve();
    };
    const stop = loader.onSession(look);
    void loader.getSession({}).then((/** @type {any} */ { value }) => look(value));
  });
}

/**
 * Opens the settings by the menu; resolves to the milliseconds from click to page.
 * @returns {Promise<number>}
 */
export async function timeAccount() {
  /** @param {() => HTMLElement | null | undefined} find @returns {Promise<HTMLElement>} */
  const when = (find) =>
    new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (!found) return false;
        observer.disconnect();
        resolve(found);
        return true;
      };
      const observer = new MutationObserver(look);
      if (!look()) observer.observe(document, { childList: true, subtree: true });
    });
  const menu = await when(() => document.querySelector('header [aria-haspopup="menu"]'));
  menu.click();
  const entry = await when(() => document.querySelector('[role="menuitem"]'));
  const startedAt = performance.now();
  entry.click();
  await when(() => document.querySelector('main .settings-page h1'));
  return performance.now() - startedAt;
}

/**
 * Chooses a language in the footer; resolves to the milliseconds until the page is drawn in it.
 * @param {string} code not the current one
 * @returns {Promise<number>}
 */
export function timeLanguage(code) {
  const select = /** @type {HTMLSelectElement} */ (document.querySelector('footer select'));
  const title = document.title;
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const look = () => {
      if (!document.documentElement.lang.startsWith(code) || document.title === title) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { attributes: true, childList: true, subtree: true });
    select.value = code;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
