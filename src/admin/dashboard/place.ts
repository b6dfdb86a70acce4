import { z } from 'zod';
import { CATEGORIES, CONTENT_SECTIONS, type SectionSlug } from '#domain/categories/section.ts';

/** Sections of the tabs that hold articles, in the order of their sub-tabs. */
export const SECTIONS_OF = { articles: CATEGORIES, content: CONTENT_SECTIONS } as const;

const listSchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  search: z.string().trim().max(100).catch(''),
  status: z.enum(['', 'draft', 'published']).catch(''),
  sort: z.enum(['publish_date', 'title', 'updated_at']).catch('publish_date'),
  order: z.enum(['asc', 'desc']).catch('desc'),
});

/** What of a section's articles is looked at, and in which order. */
export type ListView = z.infer<typeof listSchema>;

const ownSchema = z.object({
  view: z.string().max(40).catch(''),
  open: z.uuid().nullable().catch(null),
});

/** Where in the dashboard somebody is. The address holds all of it, so that reloading and going back work. */
export interface Place {
  /** Empty for the first one. */
  readonly tab: string;
  readonly category: SectionSlug | null;
  readonly list: ListView;
  /** Which of its own views a tab shows; empty for its first. */
  readonly view: string;
  /** What is open over its list, by its id. */
  readonly open: string | null;
}

export const WHOLE_LIST: ListView = listSchema.parse({});

export function placeFrom(params: URLSearchParams): Place {
  const given = Object.fromEntries(params);
  const known = [...CATEGORIES, ...CONTENT_SECTIONS].find(({ slug }) => slug === given['category']);
  return {
    tab: given['tab'] ?? '',
    category: known?.slug ?? null,
    list: listSchema.parse(given),
    ...ownSchema.parse(given),
  };
}

/** Only what differs from the beginning, so that addresses stay short. */
export function paramsOf({ tab, category, list, view, open }: Place): URLSearchParams {
  const params = new URLSearchParams({ tab, ...(category === null ? {} : { category }) });
  for (const name of ['page', 'search', 'status', 'sort', 'order'] as const)
    if (list[name] !== WHOLE_LIST[name]) params.set(name, String(list[name]));
  if (view !== '') params.set('view', view);
  if (open !== null) params.set('open', open);
  return params;
}

const KEY = 'newsroom.place';

/**
 * Kept whole for this tab of the browser, so that coming back from the editor leads to the same page of the same list,
 * and without the list for those opened later. What was open over it is closed.
 */
export function rememberPlace(place: Place): void {
  sessionStorage.setItem(KEY, paramsOf({ ...place, open: null }).toString());
  localStorage.setItem(KEY, paramsOf({ ...place, list: WHOLE_LIST, open: null }).toString());
}

/** Null for somebody who was not here before. */
export function recalledPlace(): Place | null {
  const kept = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  return kept === null ? null : placeFrom(new URLSearchParams(kept));
}
