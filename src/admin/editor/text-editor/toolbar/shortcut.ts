const IS_APPLE = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

/** Converts `Mod-Shift-s` to the key labels of this platform: "Ctrl+Shift+S" or "⌘⇧S". */
export function displayShortcut(shortcut: string): string {
  const names = IS_APPLE
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl+', Shift: 'Shift+', Alt: 'Alt+' };
  return shortcut
    .replace(/(Mod|Shift|Alt)-/g, (_, key: keyof typeof names) => names[key])
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replace(/.$/, (letter) => letter.toUpperCase());
}

/** Converts a shortcut to the syntax of `aria-keyshortcuts`. */
export function ariaShortcut(shortcut: string): string {
  return shortcut.replaceAll('Mod', IS_APPLE ? 'Meta' : 'Control').replaceAll('-', '+');
}
