// The window's title: the screen and the brand's name, without repeating the name.
import { useLayoutEffect } from 'react';
import { useParts } from '../bridge/loader-context.ts';
import { beside } from '../../copy/sentences.ts';

export function useTitle(screen: string): void {
  const { name } = useParts().info.brand;
  useLayoutEffect(() => {
    document.title = screen.includes(name) ? screen : beside(screen, name);
  }, [screen, name]);
}
