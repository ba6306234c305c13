// Sets the window's title to the title of the screen and the brand's name.
import { useLayoutEffect } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import { beside } from '../../copy/sentences.ts';

export function useTitle(screen: string): void {
  const { name } = useParts().info.brand;
  useLayoutEffect(() => {
    document.title = screen.includes(name) ? screen : beside(screen, name);
  }, [screen, name]);
}
