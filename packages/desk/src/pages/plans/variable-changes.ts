// The changes of variables of the application.
import { change, type MakeChange } from '../../changes/change.ts';
import { asTyped, required, type Fields } from '../../changes/fields.ts';
import type { RowOf } from '../../client/list.ts';
import type { Copy } from '../../copy/copy.ts';

export type Variable = RowOf<'fetchallvars'>;

export const addVariable: MakeChange = ({ copy: { variables } }) =>
  change({
    operation: 'addvar',
    words: ({ name = '' }) => ({
      title: variables.add,
      text: variables.addText,
      submit: variables.add,
      done: variables.addDone(name.trim()),
    }),
    fields: {
      name: { label: variables.name, problem: required(variables.nameMissing) },
      ...valueFields(variables, '', '1'),
    },
  });

export function editVariable({ varid, msg, authed }: Variable): MakeChange {
  return ({ copy: { variables, frame } }) =>
    change({
      operation: 'editvar',
      parameters: { varid },
      words: {
        title: variables.editTitle(varid),
        text: variables.editText,
        submit: frame.save,
        done: variables.editDone(varid),
      },
      fields: valueFields(variables, msg, authed),
    });
}

export function deleteVariable({ varid: name }: Variable): MakeChange {
  return ({ copy: { variables } }) =>
    change({
      operation: 'delvar',
      parameters: { name },
      words: {
        title: variables.deleteTitle(name),
        text: variables.deleteText,
        submit: variables.delete,
        done: variables.deleteDone(name),
      },
      danger: true,
    });
}

function valueFields(variables: Copy['variables'], data: string, authed: string): Fields {
  return {
    data: {
      kind: 'area',
      label: variables.value,
      value: data,
      // With `authed`, the service ignores an empty value.
      problem: required(variables.valueMissing),
      send: asTyped,
    },
    authed: {
      kind: 'switch',
      label: variables.onlySignedIn,
      hint: variables.onlySignedInHint,
      value: authed,
    },
  };
}
