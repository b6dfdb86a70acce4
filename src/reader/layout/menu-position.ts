/** CSS pixels that are left free between a menu and the right edge of the window. */
const MARGIN = 8;

/**
 * Places each menu of the navigation bar below its button, in browsers that have popovers but no anchor positioning (Firefox
 * before 147, Safari before 26, Chrome before 125). Without it the style sheet opens all menus at the same place.
 */
export function positionMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('.dropdown[popover]')) {
    const button = document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`);
    // At `toggle` the menu has been laid out, so its width is known; nothing has been painted yet.
    menu.addEventListener('toggle', ({ newState }) => {
      if (newState !== 'open' || button === null) return;
      const { left } = button.getBoundingClientRect();
      const last = document.documentElement.clientWidth - menu.offsetWidth - MARGIN;
      menu.style.left = `${Math.max(0, Math.min(left, last))}px`;
    });
  }
}
