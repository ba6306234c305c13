// Texts of notices: about remaining files, and about whom to contact.
import { expect, test } from 'vitest';
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { failureTexts } from '../../src/copy/failure-texts.ts';
import { programNoticeTexts } from '../../src/copy/program-notices.ts';
import { exitTexts } from '../../src/copy/ready-texts.ts';
import { failureOf } from '../screens/samples.ts';

const brand = 'Northwind Studio';

test('says that the old folder has files only if one is known', () => {
  const left = { folder: '/old', canShow: true };
  const texts = (name: string | null) =>
    programNoticeTexts(english, { kind: 'moved', remaining: { ...left, name } }, brand);
  expect(texts('saved.dat').title).toBe('Some files are still in the old folder');
  expect(texts(null).title).toBe('The old folder may still have files');
});

test('names the brand to contact, or the maker of the loader if the brand is unknown', () => {
  const exited = { kind: 'app-exited', exitCode: 3, signal: null } as const;
  expect(exitTexts(english, exited, brand).text).toContain(`contact ${brand} and quote`);
  for (const { plain, ...copy } of [english, german]) {
    const parameters = { operation: 'screen', brand: plain.maker } as const;
    const { text } = failureTexts({ ...copy, plain }, failureOf({ code: 'internal' }), parameters);
    expect(text).toMatch(/contact the maker of|an den Hersteller dieses/);
  }
});
