// Adds an IP or a computer to a list, and removes entries from it.
import { deleteMany } from '../../changes/bulk.ts';
import { change, type MakeChange, type Typed, type Words } from '../../changes/change.ts';
import { notSent, required, type Fields } from '../../changes/fields.ts';
import type { RowOf } from '../../client/list.ts';
import type { Copy } from '../../copy/copy.ts';

export type ListKind = 'black' | 'white';

export function addEntry(list: ListKind): MakeChange {
  return ({ copy: { lists } }) => {
    const more = {
      words: ({ entry = '' }: Typed) => ({
        title: lists[list].add,
        text: lists[list].addText,
        submit: lists.addVerb,
        done: lists.added(entry.trim()),
      }),
      fields: ({ kind }: Typed): Fields => ({
        kind: list === 'black' && {
          kind: 'segmented',
          label: lists.columns.kind,
          options: [
            { value: 'ip', label: lists.kinds.ip },
            { value: 'hwid', label: lists.kinds.hwid },
          ],
          send: notSent,
        },
        entry: {
          label: kind === 'hwid' ? lists.deviceId : lists.columns.ip,
          problem: required(),
          input: { className: 'mono' },
          send: notSent,
        },
      }),
    };
    return list === 'white'
      ? change({
          ...more,
          operation: 'addWhite',
          parameters: ({ entry = '' }) => ({ ip: entry.trim() }),
        })
      : change({
          ...more,
          operation: 'black',
          parameters: ({ kind = 'ip', entry = '' }) => ({ [kind]: entry.trim() }),
        });
  };
}

export function removeBlack({ data, type, reason }: RowOf<'fetchallblacks'>): MakeChange {
  return ({ copy: { lists } }) =>
    change({
      operation: 'delblack',
      parameters: { data, blacktype: type },
      words: removal(lists, data, reason === '' ? lists.black.removeText : lists.black.removeOfBan),
      danger: true,
    });
}

export function removeWhite({ ip }: RowOf<'fetchallwhites'>): MakeChange {
  return ({ copy: { lists } }) =>
    change({
      operation: 'delWhite',
      parameters: { ip },
      words: removal(lists, ip, lists.white.removeText),
      danger: true,
    });
}

function removal(lists: Copy['lists'], entry: string, text: string): Words {
  return {
    title: lists.removeTitle(entry),
    text,
    submit: lists.remove,
    done: lists.removed(entry),
  };
}

export function clearList(list: ListKind): MakeChange {
  return (desk) => {
    const { clear: title, clearText: text } = desk.copy.lists[list];
    return deleteMany({ operation: list === 'black' ? 'delblacks' : 'delallwhites', title, text })(
      desk,
    );
  };
}
