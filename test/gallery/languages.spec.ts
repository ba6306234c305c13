// The plain screen in German and in the pseudo-language. It has no language menu, so the page
// starts in each language.
import { ready } from '../screens/samples.ts';
import { expect, test } from '../screens/screen-page.ts';
import { look, putPseudo, setPseudo } from './languages.ts';

for (const language of ['german', 'pseudo'] as const)
  test(`fits the plain screen in ${language}`, async ({ page, open, clientUrl }) => {
    await putPseudo(page);
    if (language === 'pseudo') await setPseudo(page);
    const current = { offered: ['en', 'de'], byDefault: null, current: 'de' } as const;
    await open({ phase: ready, info: { language: current } });
    await page.goto(`${clientUrl}index.html?stopped=${'7f3a2b1c'.repeat(4)}`);
    await expect(page.getByRole('heading')).toHaveText(
      language === 'pseudo' ? /^\[.*\]$/ : /Fenster/,
    );
    await look(page, `plain.page-gone.${language}`);
  });
