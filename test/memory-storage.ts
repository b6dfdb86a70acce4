/**
 * A `Storage` without a browser.
 * @param capacity maximum characters of an item
 */
export function memoryStorage(capacity = Infinity): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, text) {
      if (text.length > capacity) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
