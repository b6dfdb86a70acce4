import { textAttributes } from '#platform/language.ts';
import { ownPagePath, type PageDirectory } from '#domain/pages/page.ts';

/** The links to the own pages of the publication that the newsroom shows in the footer. */
export function FooterPages({ ownPages }: { readonly ownPages: PageDirectory }) {
  const pages = ownPages.pages.filter(({ inFooter }) => inFooter);
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Pages" className="border-t border-current/25 py-2">
      <ul className="flex flex-wrap gap-x-6">
        {pages.map(({ id, slug, title, lang }) => (
          <li key={id} className="wrap-anywhere">
            <a
              href={ownPagePath(slug)}
              className="inline-flex min-h-9 items-center text-sm hover:text-on-night hover:underline"
              {...textAttributes(lang)}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
