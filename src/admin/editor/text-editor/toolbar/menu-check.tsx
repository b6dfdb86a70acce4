import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';

/** The mark before the chosen item of a menu. */
export function MenuCheck({ isChosen }: { readonly isChosen: boolean }) {
  return (
    <Menu.RadioItemIndicator className="menu-check" keepMounted>
      {isChosen && <Check size={16} aria-hidden="true" />}
    </Menu.RadioItemIndicator>
  );
}
