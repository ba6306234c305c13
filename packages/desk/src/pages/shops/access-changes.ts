// Changes of what a connected shop and the service prove themselves with: secrets, the token, tests.
import { change, type MakeChange } from '../../changes/change.ts';
import type { FieldOfChange } from '../../changes/fields.ts';
import type { Copy } from '../../copy/copy.ts';
import type { Shop } from './shop.ts';

function isSecret(typed: string): boolean {
  return /^[!-~]{6,500}$/.test(typed.trim());
}

export function addSecret({ shop, kind }: Shop): MakeChange {
  return ({ copy: { shops, shopKinds: kinds } }) =>
    change({
      operation: 'addshopsecret',
      parameters: { shop },
      words: {
        title: shops.addSecret,
        text: shops.addSecretText,
        submit: shops.addSecret,
        done: shops.secretDone,
      },
      fields: {
        secret: {
          label: shops.secret,
          hint: `${kinds[kind].secret ?? ''} ${shops.secretHint}`,
          input: { type: 'password', autoComplete: 'off', spellCheck: false },
          problem: (typed) => (isSecret(typed) ? null : shops.secretWrong),
        },
      },
    });
}

export function removeSecret({ shop }: Shop, id: string): MakeChange {
  return ({ copy: { shops } }) =>
    change({
      operation: 'delshopsecret',
      parameters: { shop, id },
      danger: true,
      words: {
        title: shops.removeSecretTitle,
        text: shops.removeSecretText,
        submit: shops.removeSecret,
        done: shops.secretRemoved,
      },
    });
}

export function switchTests({ shop, tests }: Shop): MakeChange {
  return ({ copy: { shops } }) => {
    const isOn = tests === 1;
    return change({
      operation: 'editshop',
      parameters: { shop, tests: isOn ? '0' : '1' },
      words: {
        title: isOn ? shops.turnTestsOffTitle : shops.turnTestsOnTitle,
        text: isOn ? shops.turnTestsOffText : shops.turnTestsOnText,
        submit: isOn ? shops.turnTestsOff : shops.turnTestsOn,
        done: shops.testsChanged,
      },
      danger: !isOn,
    });
  };
}

export function tokenField(shops: Copy['shops'], hint: string): FieldOfChange {
  return {
    label: shops.token,
    hint,
    input: { type: 'password', autoComplete: 'off', spellCheck: false },
    problem: (typed) => (isSecret(typed) ? null : shops.tokenWrong),
  };
}

export function setToken({ shop, kind }: Shop): MakeChange {
  return ({ copy: { shops, shopKinds: kinds } }) =>
    change({
      operation: 'setshoptoken',
      parameters: { shop },
      words: {
        title: shops.setToken,
        text: shops.setTokenText,
        submit: shops.setToken,
        done: shops.tokenDone,
      },
      fields: { token: tokenField(shops, kinds[kind].token ?? '') },
    });
}

export function removeToken({ shop }: Shop): MakeChange {
  return ({ copy: { shops } }) =>
    change({
      operation: 'setshoptoken',
      parameters: { shop, token: '' },
      danger: true,
      words: {
        title: shops.removeTokenTitle,
        text: shops.removeTokenText,
        submit: shops.removeToken,
        done: shops.tokenRemoved,
      },
    });
}

export function compareShop({ shop }: Shop): MakeChange {
  return ({ copy: { shops } }) =>
    change({
      operation: 'reconcileshop',
      parameters: { shop },
      words: {
        title: shops.compareTitle,
        text: shops.compareText,
        submit: shops.compare,
        done: shops.compared,
      },
    });
}
