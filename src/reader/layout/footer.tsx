import { textAttributes } from '#platform/language.ts';
import { YOUR_DATA_PATH } from '#domain/personal-data/paths.ts';
import type { NavigationGroup } from '#domain/site/navigation.ts';
import type { PageDirectory } from '#domain/pages/page.ts';
import type { Site } from '#domain/site/site.ts';
import { FooterPages } from './footer-pages.tsx';
import { LogoMark, SiteLogo } from './logo.tsx';

interface FooterProps {
  readonly site: Site;
  readonly lists: readonly NavigationGroup[];
  readonly ownPages: PageDirectory;
}

export function Footer({ site, lists, ownPages }: FooterProps) {
  return (
    <footer className="site-footer bg-night text-on-night-muted">
      <div className="container grid gap-10 py-14 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-[2fr]">
        <div>
          <a
            href="/"
            className="inline-flex min-h-11 items-center gap-3 font-serif text-xl font-semibold text-on-night"
          >
            <SiteLogo site={site}>
              <LogoMark size={32} />
              <span className="wrap-anywhere">{site.name}</span>
            </SiteLogo>
          </a>
          <p className="mt-3 max-w-[26rem] text-sm">{site.tagline}</p>
        </div>
        {lists.map((list) => (
          <FooterList key={list.id} list={list} />
        ))}
      </div>
      <div className="container">
        <FooterPages ownPages={ownPages} />
        {/* Leaves space for the floating button: below the line on phones, at its right end on wider screens. */}
        <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-current/25 pt-4 pb-20 text-xs sm:pb-4 sm:max-[85rem]:pe-18">
          <p className="py-2">{site.copyright}</p>
          <a
            href={YOUR_DATA_PATH}
            className="inline-flex min-h-9 items-center hover:text-on-night hover:underline"
          >
            Your data
          </a>
        </div>
      </div>
    </footer>
  );
}

function FooterList({ list }: { readonly list: NavigationGroup }) {
  return (
    <nav aria-label={list.label}>
      <h2 className="font-sans text-sm font-semibold text-on-night">{list.label}</h2>
      <ul className="mt-2">
        {list.links.map(({ label, href, lang }) => (
          <li key={href}>
            <a
              href={href}
              className="inline-flex min-h-9 items-center text-sm wrap-anywhere hover:text-on-night hover:underline"
              {...(lang === undefined ? {} : textAttributes(lang))}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
