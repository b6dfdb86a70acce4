import { useSyncExternalStore } from 'react';

/** The data about the publication that the document passes to the newsroom in data attributes. */
export interface NewsroomPublication {
  readonly name: string;
  readonly tagline: string;
  /** The public URL of the site. */
  readonly url: string;
  /** The IANA name of the time zone in which dates are shown. */
  readonly timeZone: string;
  /** The language and region of the pages of readers, as a BCP 47 tag. The newsroom itself is in English. */
  readonly locale: string;
  readonly defaultAuthor: string;
  /** Whether anyone can create an account. */
  readonly signUp: 'open' | 'closed';
  /** What happens to emails: without a mail server they are written as files. */
  readonly emails: 'sent' | 'files';
  /** URL of the icon of the publication. */
  readonly icon: string;
  /** The sections as JSON. `sections.ts` parses them. */
  readonly sections: string;
}

/** The id of the element that the newsroom is rendered into. */
export const ROOT_ID = 'newsroom';

const CHANGE_EVENT = 'publicationchange';

export function readPublication(): NewsroomPublication {
  const dataset = document.getElementById(ROOT_ID)?.dataset ?? {};
  const {
    name = '',
    tagline = '',
    url = location.origin,
    timeZone = 'UTC',
    locale = 'en',
    defaultAuthor = '',
    signUp,
    emails,
    icon = '',
    sections = '',
  } = dataset;
  return {
    name,
    tagline,
    url,
    timeZone,
    locale,
    defaultAuthor,
    signUp: signUp === 'closed' ? 'closed' : 'open',
    emails: emails === 'files' ? 'files' : 'sent',
    icon,
    sections,
  };
}

/** Stores what an administrator has changed here, because the document is not loaded again. */
export function updatePublication(publication: Partial<NewsroomPublication>): void {
  const root = document.getElementById(ROOT_ID);
  if (root === null) return;
  Object.assign(root.dataset, publication);
  root.dispatchEvent(new Event(CHANGE_EVENT));
}

/** Replaces the style sheet with the colors of the publication; null while it has the default ones. */
export function updateStyleSheet(path: string | null): void {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/appearance/"]')) link.remove();
  if (path === null) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: path }));
}

/** The name of the publication, also after it was changed. */
export function usePublicationName(): string {
  return useSyncExternalStore(subscribeToPublication, () => readPublication().name);
}

/** The URL of the icon, also after it was changed. */
export function usePublicationIcon(): string {
  return useSyncExternalStore(subscribeToPublication, () => readPublication().icon);
}

/** Returns the function that ends the subscription. */
export function subscribeToPublication(onChange: () => void): () => void {
  const root = document.getElementById(ROOT_ID);
  root?.addEventListener(CHANGE_EVENT, onChange);
  return () => root?.removeEventListener(CHANGE_EVENT, onChange);
}
