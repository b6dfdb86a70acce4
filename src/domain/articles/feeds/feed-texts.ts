/** UTF-16 code units of all stored texts; twice as many bytes. */
const MAX_SIZE = 8 * 1024 * 1024;

/**
 * The texts of the articles in feeds, in memory: an article is in up to a dozen of them, and a new one must not cause
 * nineteen others to be rendered again. The least recently used texts are removed.
 */
export interface FeedTexts {
  get(key: string): string | undefined;
  set(key: string, html: string): void;
}

/** @param maxSize UTF-16 code units. Default 8 Mi. A longer text is not stored. */
export function createFeedTexts(maxSize = MAX_SIZE): FeedTexts {
  /** In the order of the last use. */
  const texts = new Map<string, string>();
  let size = 0;
  const remove = (key: string) => {
    size -= texts.get(key)?.length ?? 0;
    texts.delete(key);
  };
  return {
    get(key) {
      const html = texts.get(key);
      if (html === undefined) return undefined;
      texts.delete(key);
      texts.set(key, html);
      return html;
    },
    set(key, html) {
      remove(key);
      if (html.length > maxSize) return;
      texts.set(key, html);
      size += html.length;
      for (const oldest of texts.keys()) {
        if (size <= maxSize) break;
        remove(oldest);
      }
    },
  };
}
