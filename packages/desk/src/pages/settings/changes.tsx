// The changes of settings.
import { change, type MakeChange } from '../../changes/change.ts';
import { required } from '../../changes/fields.ts';
import type { Copy } from '../../copy/copy.ts';
import type { ChoiceName, ChoiceWords, FlagName, PlainName, TextSetting } from './setting-names.ts';
import { riskyChoices } from './table.ts';

/** Asks before a setting is turned on or off, with the effect. */
export function turn(name: FlagName, to: boolean): MakeChange {
  return ({ copy: { settings } }) => {
    const words = settings.flags[name];
    const more = to ? words.turnOn : words.turnOff;
    const text = to ? words.on : words.off;
    return change({
      operation: 'updatesettings',
      parameters: { [name]: to ? '1' : '0' },
      words: {
        title: (to ? settings.turnOnTitle : settings.turnOffTitle)(words.name),
        text: more === undefined ? text : `${text} ${more}`,
        submit: to ? settings.turnOn : settings.turnOff,
        done: (to ? settings.isOn : settings.isOff)(words.name),
      },
      danger: true,
    });
  };
}

function wordsOf(settings: Copy['settings'], { name, about }: { name: string; about: string }) {
  return {
    title: settings.changeTitle(name),
    text: about,
    submit: settings.change,
    done: settings.saved(name),
  };
}

export function choose(name: ChoiceName, value: string): MakeChange {
  return ({ copy: { settings } }) => {
    const words: ChoiceWords<string> = settings.choices[name];
    return change({
      operation: 'updatesettings',
      words: wordsOf(settings, words),
      danger: ({ [name]: next }) => next !== value && riskyChoices[name] === next,
      fields: ({ [name]: next = value }) => ({
        [name]: {
          kind: 'select',
          label: words.name,
          value,
          hint: words.options[next]?.effect,
          options: Object.entries(words.options).map(([option, { label }]) => ({
            value: option,
            label,
          })),
        },
      }),
    });
  };
}

export function chooseTimeZone(value: string): MakeChange {
  return ({ copy: { settings } }) => {
    const words = settings.plain.timezone;
    const present = value === '' ? 'UTC' : value;
    const zones = new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone')]);
    return change({
      operation: 'updatesettings',
      words: wordsOf(settings, words),
      fields: ({ timezone = present }) => ({
        timezone: {
          kind: 'select',
          label: words.name,
          value: present,
          hint: words.set(timezone),
          options: [...zones].map((zone) => ({ value: zone, label: zone })),
        },
      }),
    });
  };
}

export function write(name: PlainName, kind: 'text' | 'link', value: string): MakeChange {
  return ({ copy: { settings } }) => {
    const words = settings.plain[name];
    const isLink = kind === 'link';
    return change({
      operation: 'updatesettings',
      words: wordsOf(settings, words),
      fields: {
        [name]: {
          label: words.name,
          value,
          hint: isLink ? settings.linkHint : settings.emptyHint,
          ...(isLink && { input: { type: 'url', placeholder: 'https://' } }),
        },
      },
    });
  };
}

// SECURITY: the field of a new secret starts empty, so that the mask is never sent as a value.
export function setSecret(name: PlainName, isSet: boolean): MakeChange {
  return ({ copy: { settings } }) => {
    const { secret, plain } = settings;
    const words = plain[name];
    return change({
      operation: 'updatesettings',
      words: {
        title: (isSet ? secret.title : settings.changeTitle)(words.name),
        text: isSet ? secret.text : words.about,
        submit: isSet ? secret.replace : secret.set,
        done: settings.saved(words.name),
      },
      fields: {
        [name]: { label: secret.next, problem: required(), input: { className: 'mono' } },
      },
    });
  };
}

export function removeSecret(name: PlainName): MakeChange {
  return ({ copy: { settings } }) => {
    const words = settings.plain[name];
    return change({
      operation: 'updatesettings',
      parameters: { [name]: '' },
      words: {
        title: settings.secret.removeTitle(words.name),
        text: words.unset,
        submit: settings.secret.remove,
        done: settings.saved(words.name),
      },
      danger: true,
    });
  };
}

export function allowOnly(ip: string): MakeChange {
  return ({
    copy: {
      settings: { address },
    },
  }) =>
    change({
      operation: 'updatesettings',
      parameters: { selleraddress: ip },
      words: {
        title: address.onlyTitle(ip),
        text: address.onlyText,
        submit: address.only,
        done: address.done,
      },
      danger: true,
      children: () => <p>{address.wayBack}</p>,
    });
}

export const allowAny: MakeChange = ({
  copy: {
    settings: { address },
  },
}) =>
  change({
    operation: 'updatesettings',
    parameters: { selleraddress: '' },
    words: {
      title: address.anyTitle,
      text: address.anyText,
      submit: address.any,
      done: address.done,
    },
    danger: true,
  });

/** The ban's reason replaces `{reason}` only there. */
const textsWithReason: readonly TextSetting[] = ['bannedmsg'];

export function editText(name: TextSetting, value: string, standard: string): MakeChange {
  return ({ copy: { settings } }) => {
    const { text, texts } = settings;
    return change({
      operation: 'updatesettings',
      words: wordsOf(settings, { name: texts[name], about: text.standard(standard) }),
      fields: {
        [name]: {
          kind: 'area',
          label: text.field,
          hint: textsWithReason.includes(name) ? text.reason : text.hint,
          value,
        },
      },
    });
  };
}

export function restoreText(name: TextSetting, standard: string): MakeChange {
  return ({ copy: { settings } }) => {
    const { text, texts } = settings;
    return change({
      operation: 'updatesettings',
      parameters: { [name]: '' },
      words: {
        title: text.restoreTitle,
        text: text.restoreText(standard),
        submit: text.restore,
        done: settings.saved(texts[name]),
      },
    });
  };
}
