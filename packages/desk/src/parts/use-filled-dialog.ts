// A dialog with fields: once something was typed, it asks before it is left.
import { useState } from 'react';
import { askToLeave, useFilled } from '../router/leaving.ts';

export function useFilledDialog(onLeave: () => void) {
  const [isFilled, setFilled] = useState(false);
  useFilled(isFilled);
  return {
    onInput: () => setFilled(true),
    onLeave: () => (isFilled ? askToLeave(onLeave) : onLeave()),
  };
}
