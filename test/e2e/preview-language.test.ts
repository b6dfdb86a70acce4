import { onTestFinished, test } from 'vitest';
import { changeSettings } from '../settings.ts';
import { editorPath, openArticleApi } from './editor-page.ts';
import { expect } from './expect.ts';
import { startControlledSite } from '../controlled-site.ts';
import { button } from './newsroom-page.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

test.each(['en-GB', 'ar'])(
  'a preview has the dates, language and direction of the pages of a publication in %s',
  async (locale) => {
    const site = await startControlledSite();
    onTestFinished(() => site.close());
    const { access_token: token } = await site.signIn(site.editor);
    await changeSettings(
      site.app,
      { authorization: `Bearer ${String(token)}` },
      { publication_locale: locale },
    );
    const api = await openArticleApi(site);
    const article = await api.create({ is_draft: false });
    const newsroom = await signedInPage(site, editorPath(article));
    await button(newsroom, 'Preview').click();
    const previewed = newsroom.locator('.preview article');
    const reader = await openPage(`/article/${article.slug}`, { site: site.url });
    const published = reader.locator('main article').first();

    await expect(previewed.locator('time').first()).toHaveText(
      (await published.locator('time').first().textContent()) ?? '',
    );
    for (const shown of [previewed, published]) {
      await expect(shown).toHaveCSS('direction', locale === 'ar' ? 'rtl' : 'ltr');
      expect(await shown.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(locale);
    }
    // The newsroom itself is in English.
    await expect(newsroom.locator('.preview-bar')).toHaveCSS('direction', 'ltr');
  },
);
