/** A page above the current one, or the current page itself. */
export interface Breadcrumb {
  readonly name: string;
  /** Canonical path. */
  readonly path: string;
}

/** The home page and the given pages below it, as https://schema.org/BreadcrumbList. */
export function breadcrumbData(siteUrl: string, breadcrumbs: readonly Breadcrumb[]): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...breadcrumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}
