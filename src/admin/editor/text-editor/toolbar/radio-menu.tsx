import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { ToolbarButton } from './toolbar-button.tsx';

interface RadioMenuItem<Value> {
  readonly value: Value;
  readonly content: ReactNode;
  readonly className?: string;
}

interface RadioMenuProps<Value> {
  /** Name of the button, with the chosen item. */
  readonly label: string;
  /** Content of the button. */
  readonly children: ReactNode;
  readonly isWide?: boolean;
  readonly popupClassName?: string;
  /** Container of the popup. */
  readonly popupContainer: RefObject<HTMLElement | null>;
  readonly items: readonly RadioMenuItem<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Returns the element that gets the focus when the menu closes. */
  readonly finalFocus: () => HTMLElement;
}

/** A toolbar button with a menu of which one item is chosen. */
export function RadioMenu<Value extends string | number>(props: RadioMenuProps<Value>) {
  const { label, children, isWide = false, popupClassName = 'menu', popupContainer } = props;
  const { items, value, onChange, finalFocus } = props;
  return (
    <Menu.Root>
      <ToolbarButton label={label} trigger={<Menu.Trigger className={isWide ? 'tool tool-wide' : 'tool'} />}>
        {children}
      </ToolbarButton>
      <Menu.Portal container={popupContainer}>
        <Menu.Positioner className="menu-positioner" sideOffset={4} align="start">
          <Menu.Popup className={popupClassName} finalFocus={finalFocus}>
            <Menu.RadioGroup value={value} onValueChange={onChange}>
              {items.map((item) => (
                <Menu.RadioItem
                  key={item.value}
                  value={item.value}
                  closeOnClick
                  className={item.className ?? 'menu-item'}
                >
                  <Menu.RadioItemIndicator className="menu-check" keepMounted>
                    {item.value === value && <Check size={16} aria-hidden="true" />}
                  </Menu.RadioItemIndicator>
                  {item.content}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
