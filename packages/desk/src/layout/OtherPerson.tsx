// Tells a person that somebody else signed in in another tab, and that the page now shows their desk.
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useCopy } from '../copy/language.ts';
import { useOtherPerson } from '../session/me.ts';

export function OtherPerson({ name }: { readonly name: string }) {
  const { otherPerson } = useCopy();
  const [isShown, forget] = useOtherPerson();
  if (!isShown) return null;
  return (
    <Dialog title={otherPerson.title} text={otherPerson.text(name)} onLeave={forget}>
      <Button kind="filled" onClick={forget}>
        {otherPerson.ok}
      </Button>
    </Dialog>
  );
}
