/** In the local storage of this browser. Nothing of it is sent. */
const RECENT = 'search.recent';
const MAX_RECENT = 6;
const MAX_LENGTH = 200;

/** The last searches with results, the newest first. Empty if the browser stores nothing. */
export function readRecentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSearch).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

const isSearch = (entry: unknown): entry is string =>
  typeof entry === 'string' && entry !== '' && entry.length <= MAX_LENGTH;

export function addRecentSearch(query: string): void {
  const others = readRecentSearches().filter((recent) => recent !== query);
  write(RECENT, JSON.stringify([query, ...others].slice(0, MAX_RECENT)));
}

export function clearRecentSearches(): void {
  write(RECENT, null);
}

/** Whether the key `/` leads to the search. People who dictate switch it off (WCAG 2.2, 2.1.4). */
const SHORTCUT = 'search.shortcut';

export function isShortcutOn(): boolean {
  try {
    return localStorage.getItem(SHORTCUT) !== 'off';
  } catch {
    return true;
  }
}

export function setShortcut(isOn: boolean): void {
  write(SHORTCUT, isOn ? null : 'off');
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is full or forbidden: the search works without it.
  }
}
