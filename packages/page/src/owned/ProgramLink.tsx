// The link to the screen that gives a program its sign-in, where the seller has turned that on.
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { programUrl } from '../client/page.ts';
import { useSession } from '../client/session.ts';
import { useCopy } from '../copy/language.ts';

export function ProgramLink() {
  const { me } = useSession();
  const { program } = useCopy();
  if (!me.webLoader) return null;
  return (
    <Sheet title={program.title} below={<p className="small">{program.text}</p>}>
      <SheetPart>
        <p>
          <ButtonLink kind="outlined" href={programUrl}>
            {program.open}
          </ButtonLink>
        </p>
      </SheetPart>
    </Sheet>
  );
}
