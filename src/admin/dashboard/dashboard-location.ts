import { z } from 'zod';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import { SECTION_SLUG_MAX_LENGTH } from '#domain/categories/section.ts';

const listSchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  search: z.string().trim().max(100).catch(''),
  state: z.enum(['', ...ARTICLE_STATES]).catch(''),
  author: z.string().trim().max(200).catch(''),
  tag: z.string().trim().max(80).catch(''),
  sort: z.enum(['publish_date', 'title', 'updated_at']).catch('publish_date'),
  order: z.enum(['asc', 'desc']).catch('desc'),
});

/** The page, filters and order of a list. */
export type ListView = z.infer<typeof listSchema>;

/** What narrows the list of articles. */
export const FILTERS = ['search', 'state', 'author', 'tag'] as const satisfies readonly (keyof ListView)[];

const tabStateSchema = z.object({
  category: z.string().max(SECTION_SLUG_MAX_LENGTH).nullable().catch(null),
  view: z.string().max(40).catch(''),
  open: z.uuid().nullable().catch(null),
});

/** The location in the dashboard. The query parameters contain all of it, so that reload and back navigation work. */
export interface DashboardLocation {
  /** Empty for the default tab. */
  readonly tab: string;
  /** The slug of a section, which may not exist any more. */
  readonly category: string | null;
  readonly list: ListView;
  /** The sub-view of the tab; empty for its default. */
  readonly view: string;
  /** The id of the item that is open in a dialog; null for none. */
  readonly open: string | null;
}

export const DEFAULT_LIST_VIEW: ListView = listSchema.parse({});

export function parseLocation(params: URLSearchParams): DashboardLocation {
  const values = Object.fromEntries(params);
  return {
    tab: values['tab'] ?? '',
    list: listSchema.parse(values),
    ...tabStateSchema.parse(values),
  };
}

/** Omits default values, which keeps URLs short. */
export function toSearchParams({ tab, category, list, view, open }: DashboardLocation): URLSearchParams {
  const params = new URLSearchParams({ tab, ...(category === null ? {} : { category }) });
  for (const name of ['page', 'search', 'state', 'author', 'tag', 'sort', 'order'] as const)
    if (list[name] !== DEFAULT_LIST_VIEW[name]) params.set(name, String(list[name]));
  if (view !== '') params.set('view', view);
  if (open !== null) params.set('open', open);
  return params;
}

const KEY = 'newsroom.place';

/**
 * Stores the location in session storage, so that the return from the editor leads to the same page of the same list.
 * Local storage gets the location without the list view, for browser tabs that open later. The open item is not stored.
 */
export function storeLocation(location: DashboardLocation): void {
  sessionStorage.setItem(KEY, toSearchParams({ ...location, open: null }).toString());
  localStorage.setItem(KEY, toSearchParams({ ...location, list: DEFAULT_LIST_VIEW, open: null }).toString());
}

/** Returns null if no location is stored. */
export function findStoredLocation(): DashboardLocation | null {
  const stored = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  return stored === null ? null : parseLocation(new URLSearchParams(stored));
}
