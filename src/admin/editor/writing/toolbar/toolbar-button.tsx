import { Toolbar } from '@base-ui/react/toolbar';
import { Tooltip } from '@base-ui/react/tooltip';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { shownShortcut, spokenShortcut } from './shortcut.ts';

interface ToolbarButtonProps {
  readonly label: string;
  readonly shortcut?: string | undefined;
  /** Undefined for what is not on or off. */
  readonly isOn?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly onClick?: (event: MouseEvent) => void;
  /** What opens something, drawn as a button of the toolbar. */
  readonly opens?: ReactElement;
  readonly children: ReactNode;
}

/** One stop of the toolbar's arrow keys, with its name and keys in a tooltip. */
export function ToolbarButton(props: ToolbarButtonProps) {
  const { label, shortcut, isOn, isDisabled = false, onClick, opens, children } = props;
  const button = (
    <Toolbar.Button
      className="tool"
      aria-label={label}
      aria-pressed={isOn}
      aria-keyshortcuts={shortcut === undefined ? undefined : spokenShortcut(shortcut)}
      disabled={isDisabled}
      // the selection in the text stays while a button is pressed
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      {...(opens === undefined ? {} : { render: opens })}
    />
  );
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={button}>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="tooltip-place">
          <Tooltip.Popup className="tooltip">
            {label}
            {shortcut !== undefined && <kbd>{shownShortcut(shortcut)}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
