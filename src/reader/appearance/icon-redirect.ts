import { pageTags } from '#domain/articles/cache-tags.ts';
import { iconFile, vectorIcon } from '#domain/site/appearance/logo.ts';
import { PageNotFound, type ReaderPage } from '../reader-page.tsx';
import { temporaryRedirect } from '../redirect.ts';

/**
 * Browsers, feed readers and search engines request the usual paths of icons also where no page links them. While the
 * publication has its own icon, they are redirected to it; otherwise the built file is served before the routes.
 */
const redirectTo =
  (fileOf: (icon: string) => string | null): ReaderPage =>
  // oxlint-disable-next-line require-await
  async ({ site }) => {
    const file = fileOf(site.appearance.icon);
    if (file === null) throw new PageNotFound('The icon is the default one');
    return temporaryRedirect(file, [pageTags.site]);
  };

export const browserIcon = redirectTo((icon) => vectorIcon(icon) ?? iconFile(icon, 32));
export const homeScreenIcon = redirectTo((icon) => iconFile(icon, 180));
