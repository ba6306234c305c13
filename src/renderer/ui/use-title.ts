// Sets the window's title to the title of the screen and the brand's name.
import { useLayoutEffect } from 'react';
import { useFirstContext } from '../bridge/first-context.ts';
import { joinValues } from '../../copy/sentences.ts';

export function useTitle(screen: string): void {
  const { name } = useFirstContext().info.brand;
  useLayoutEffect(() => {
    document.title = screen.includes(name) ? screen : joinValues(screen, name);
  }, [screen, name]);
}
