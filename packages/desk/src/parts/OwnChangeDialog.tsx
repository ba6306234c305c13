// A change about the person who is signed in, in a dialog.
import type { DeskType } from '@latchkey/protocol/desk-api.ts';
import { useOwnChange, type OwnAnswer, type OwnParameters } from '../client/own.ts';
import { RequestDialog, type RequestDialogProps } from './RequestDialog.tsx';

interface OwnChangeDialogProps<Type extends DeskType> extends RequestDialogProps<OwnAnswer<Type>> {
  readonly type: Type;
  readonly parameters: OwnParameters<Type>;
}

export function OwnChangeDialog<Type extends DeskType>({
  type,
  ...dialog
}: OwnChangeDialogProps<Type>) {
  return <RequestDialog change={useOwnChange(type)} {...dialog} />;
}
