import {
  PARAGRAPH_ACTIONS,
  CLEAR,
  HISTORY,
  PICTURE_SHORTCUTS,
  TEXT_ACTIONS,
  ALIGNMENT_ACTIONS,
} from './toolbar/actions.ts';
import { displayShortcut } from './toolbar/shortcut.ts';

const KEYS = [
  ...[...TEXT_ACTIONS, ...PARAGRAPH_ACTIONS, ...ALIGNMENT_ACTIONS, CLEAR, ...HISTORY].map(
    ({ label, shortcut }) => ({
      label,
      shortcut,
    }),
  ),
  { label: 'Link', shortcut: 'Mod-k' },
  { label: 'Heading 1 to 4', shortcut: 'Mod-Alt-1' },
  { label: 'Normal text', shortcut: 'Mod-Alt-0' },
  ...Object.values(PICTURE_SHORTCUTS),
  { label: 'Save', shortcut: 'Mod-s' },
];

/** List of keyboard shortcuts. The summary states what Tab does. */
export function ShortcutHelp() {
  return (
    <details className="shortcut-help">
      <summary>Keyboard shortcuts: Tab leaves the text, and in lists indents</summary>
      <dl>
        {KEYS.map(({ label, shortcut }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{displayShortcut(shortcut ?? '')}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
