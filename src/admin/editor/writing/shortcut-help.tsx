import { BLOCKS, CLEAR, HISTORY, LETTERS, PLACES } from './toolbar/actions.ts';
import { shownShortcut } from './toolbar/shortcut.ts';

const KEYS = [
  ...[...LETTERS, ...BLOCKS, ...PLACES, CLEAR, ...HISTORY].map(({ label, shortcut }) => ({
    label,
    shortcut,
  })),
  { label: 'Link', shortcut: 'Mod-k' },
  { label: 'Heading 1 to 4', shortcut: 'Mod-Alt-1' },
  { label: 'Normal text', shortcut: 'Mod-Alt-0' },
  { label: 'Save, in the state it has', shortcut: 'Mod-s' },
];

/** The keys, and the one thing about them that has to be said: Tab leaves. */
export function ShortcutHelp() {
  return (
    <details className="shortcut-help">
      <summary>Keyboard: Tab leaves the text, {shownShortcut('Mod-]')} indents</summary>
      <dl>
        {KEYS.map(({ label, shortcut }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{shownShortcut(shortcut ?? '')}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
