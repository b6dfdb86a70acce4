import { useEffect, useRef, useState } from 'react';
import { clearRecentSearches, isShortcutOn, readRecentSearches, setShortcut } from './search-storage.ts';
import { searchPath } from './search-paths.ts';

/** The last searches of this browser, and the switch of the shortcut. Rendered in the browser only: the server knows neither. */
export function RecentSearches() {
  const [stored, setStored] = useState<{ readonly recent: readonly string[]; readonly isOn: boolean } | null>(
    null,
  );
  const shortcut = useRef<HTMLInputElement>(null);
  // The storage of the browser is not known when the island is hydrated.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setStored({ recent: readRecentSearches(), isOn: isShortcutOn() }), []);
  if (stored === null) return null;
  return (
    <section className="search-recent">
      {stored.recent.length > 0 && (
        <>
          <h2>Recent searches</h2>
          <ul>
            {stored.recent.map((query) => (
              <li key={query}>
                <a className="tag" href={searchPath({ query, section: '', year: '', author: '', page: 1 })}>
                  <bdi>{query}</bdi>
                </a>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="button button-secondary button-small"
            onClick={() => {
              clearRecentSearches();
              setStored({ ...stored, recent: [] });
              // The button disappears with the list.
              shortcut.current?.focus();
            }}
          >
            Clear recent searches
          </button>
          <p className="field-hint">Only this browser stores them.</p>
        </>
      )}
      <label className="search-shortcut">
        <input
          ref={shortcut}
          type="checkbox"
          checked={stored.isOn}
          onChange={({ currentTarget: { checked } }) => {
            setShortcut(checked);
            setStored({ ...stored, isOn: checked });
          }}
        />
        <span>
          Press <kbd>/</kbd> to search
        </span>
      </label>
    </section>
  );
}
