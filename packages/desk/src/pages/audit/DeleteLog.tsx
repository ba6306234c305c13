// Button that deletes a log, after a confirmation with the number of lines.
import { deleteMany } from '../../changes/bulk.ts';
import { ChangeButton } from '../../changes/ChangeButton.tsx';

interface DeleteLogProps {
  readonly type: 'delauditlog' | 'dellogs';
  readonly texts: { readonly clear: string; readonly clearText: string };
}

export function DeleteLog({ type: operation, texts }: DeleteLogProps) {
  const { clear: title, clearText: text } = texts;
  return (
    <ChangeButton kind="outlined" danger change={deleteMany({ operation, title, text })}>
      {title}
    </ChangeButton>
  );
}
