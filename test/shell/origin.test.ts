// The check for the page's own origin: similar URLs are refused.
import { describe, expect, it } from 'vitest';
import { isOwnUrl, startUrl } from '../../src/main/shell/origin.ts';

describe('isOwnUrl', () => {
  it.each([startUrl, 'app://loader/', 'app://loader', 'app://loader/assets/a.js?x=1#y'])(
    'accepts %s',
    (url) => {
      expect(isOwnUrl(url)).toBe(true);
    },
  );

  it.each([
    '',
    'loader',
    'app:',
    'app:loader',
    'app://',
    'app://other/index.html',
    'app://loader.example/index.html',
    'app://LOADER/index.html',
    'app://loader:80/index.html',
    'app://user@loader/index.html',
    'app://:password@loader/index.html',
    'apps://loader/index.html',
    'https://loader/index.html',
    'https://app://loader/',
    'file:///app://loader/index.html',
    'blob:app://loader/3f0c',
    'filesystem:app://loader/temporary/a',
    'data:text/html,app://loader/',
    'view-source:app://loader/index.html',
    'about:blank',
    'javascript:alert(1)//app://loader/',
  ])('refuses %s', (url) => {
    expect(isOwnUrl(url)).toBe(false);
  });
});
