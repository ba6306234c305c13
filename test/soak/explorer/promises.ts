// What any walk through the loader's preview, the desk and the customers' page must keep, and how the explorer walks. Bombadil
// compiles this file for itself and evaluates each `extract` in the page after every action. Names of its
// properties and actions are the exports of this file.
import { always, eventually } from '@antithesishq/bombadil';
import { actions, extract, weighted } from '@antithesishq/bombadil/browser';
import {
  back,
  clicks,
  forward,
  inputs,
  reload,
  scroll,
} from '@antithesishq/bombadil/browser/defaults/actions';

export {
  noUncaughtExceptions,
  noUnhandledPromiseRejections,
} from '@antithesishq/bombadil/browser/defaults/properties';

/** What the explorer types into a field: by its `autocomplete`, otherwise one of `others`. */
export interface Texts {
  readonly byField: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

const enterKey = 13;
const restWithin = 15;

const foreignRequests = extract(({ window }) =>
  window.performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(
      (name) => !/^(data|blob):/.test(name) && new URL(name).origin !== window.location.origin,
    ),
);

/** Texts of buttons, labels and headings that are wider than their box, which hides the rest. */
const cutTexts = extract(({ document, window }) =>
  [...document.querySelectorAll<HTMLElement>('button, label, h1, h2, h3, legend, th')]
    .filter((element) => {
      const { clientWidth, scrollWidth } = element;
      if (scrollWidth <= clientWidth + 1) return false;
      const { overflowX, textOverflow, clipPath } = window.getComputedStyle(element);
      // Clipped: only screen readers read it.
      return overflowX !== 'visible' && textOverflow !== 'ellipsis' && clipPath === 'none';
    })
    .map(({ textContent }) => textContent),
);

/** Filled buttons of the top layer, of which a person sees one at a time. */
const mainActions = extract(({ document }) => {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  return [...(dialogs.at(-1) ?? document).querySelectorAll('button.filled')]
    .filter((button) => dialogs.length > 0 || button.closest('dialog') === null)
    .filter((button) => button.checkVisibility())
    .map(({ textContent }) => textContent);
});

const isFocusLost = extract(({ document }) => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return dialog !== undefined && !dialog.contains(document.activeElement);
});

/** A heading, and something to press: the person can go on from here. */
const hasWayOn = extract(
  ({ document }) =>
    document.querySelector('h1, h2') !== null &&
    [...document.querySelectorAll('a[href], button')].some((element) => element.checkVisibility()),
);

const wordsToType = extract(({ document }): string[] => {
  const field = document.querySelector<HTMLInputElement>('input:focus');
  const given = /(?:^|; )explorer=([^;]*)/.exec(document.cookie)?.[1];
  if (field?.value !== '' || given === undefined) return [];
  const { byField, others } = JSON.parse(decodeURIComponent(given)) as Texts;
  const known = byField[field.autocomplete];
  return known === undefined ? [...others] : [known];
});

const isFieldFilled = extract(
  ({ document }) => (document.querySelector<HTMLInputElement>('input:focus')?.value ?? '') !== '',
);

export const noRequestOutside = always(() => foreignRequests.current.length === 0);
export const noTextIsCut = always(() => cutTexts.current.length === 0);
export const oneMainAction = always(() => mainActions.current.length <= 1);
export const dialogKeepsTheFocus = always(
  eventually(() => !isFocusLost.current).within(restWithin, 'seconds'),
);
export const thereIsAWayOn = always(
  eventually(() => hasWayOn.current).within(restWithin, 'seconds'),
);

/** A pattern that only `text` matches. The explorer takes no other kind of fixed text. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const typed = actions(() =>
  wordsToType.current.map((text) => ({
    TypeText: { text: { Regexp: literal(text) }, delayMillis: 0 },
  })),
);

const entered = actions(() => (isFieldFilled.current ? [{ PressKey: { code: enterKey } }] : []));

export const walk = weighted([
  [400, typed],
  [100, entered],
  [200, clicks],
  [10, inputs],
  [10, scroll],
  [5, back],
  [2, forward],
  [2, reload],
  // A page that is still loading offers nothing else.
  [1, actions(() => ['Wait'])],
]);
