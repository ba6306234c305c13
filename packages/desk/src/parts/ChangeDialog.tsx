// A change of the seller API in a dialog.
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import { useChange, type AnswerTo, type ParametersOf } from '../client/seller.ts';
import { RequestDialog, type RequestDialogProps } from './RequestDialog.tsx';

interface ChangeDialogProps<Type extends SellerType> extends RequestDialogProps<AnswerTo<Type>> {
  readonly type: Type;
  readonly parameters: ParametersOf<Type>;
}

export function ChangeDialog<Type extends SellerType>({
  type,
  ...dialog
}: ChangeDialogProps<Type>) {
  return <RequestDialog change={useChange(type)} {...dialog} />;
}
