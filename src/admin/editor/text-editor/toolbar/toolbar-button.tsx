import { Toolbar } from '@base-ui/react/toolbar';
import { Tooltip } from '@base-ui/react/tooltip';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { displayShortcut, ariaShortcut } from './shortcut.ts';

interface ToolbarButtonProps {
  readonly label: string;
  readonly shortcut?: string | undefined;
  /** Undefined for a button that is not a toggle. */
  readonly isActive?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly onClick?: (event: MouseEvent) => void;
  /** Trigger element of a popup, rendered as the toolbar button. */
  readonly trigger?: ReactElement;
  readonly children: ReactNode;
}

/** A toolbar button with a tooltip that shows its label and shortcut. */
export function ToolbarButton(props: ToolbarButtonProps) {
  const { label, shortcut, isActive, isDisabled = false, onClick, trigger, children } = props;
  const button = (
    <Toolbar.Button
      className="tool"
      aria-label={label}
      aria-pressed={isActive}
      aria-keyshortcuts={shortcut === undefined ? undefined : ariaShortcut(shortcut)}
      disabled={isDisabled}
      // Keeps the selection in the text while the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      {...(trigger === undefined ? {} : { render: trigger })}
    />
  );
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={button}>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="tooltip-positioner">
          <Tooltip.Popup className="tooltip">
            {label}
            {shortcut !== undefined && <kbd>{displayShortcut(shortcut)}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
