const IS_APPLE = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

/** `Mod-Shift-s` as the keys are labelled on this machine: "Ctrl+Shift+S", "⌘⇧S". */
export function shownShortcut(shortcut: string): string {
  const names = IS_APPLE
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl+', Shift: 'Shift+', Alt: 'Alt+' };
  return shortcut
    .replace(/(Mod|Shift|Alt)-/g, (_, key: keyof typeof names) => names[key])
    .replace(/.$/, (letter) => letter.toUpperCase());
}

/** The same for `aria-keyshortcuts`. */
export function spokenShortcut(shortcut: string): string {
  return shortcut.replaceAll('Mod', IS_APPLE ? 'Meta' : 'Control').replaceAll('-', '+');
}
