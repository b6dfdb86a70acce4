/** Pixels kept free around the button. */
const MARGIN = 4;
/** Milliseconds without a scroll or resize event after which the position is checked again. */
const SETTLE_MS = 150;
/** Number of points tested along each side. Their distance is smaller than the height of a line of text. */
const POINTS = 5;

/**
 * Hides the floating button while the page scrolls and wherever it would cover a link, a control or a line of text. The
 * footer leaves space for it, so that it is always reachable at the end of the page. Keyboard focus shows it anywhere
 * (style sheet).
 */
export function hideWhereCovering(widget: HTMLElement): void {
  const button = widget.querySelector('button');
  if (button === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => widget.toggleAttribute('data-covering', covers(button));
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(update, SETTLE_MS);
  };
  addEventListener(
    'scroll',
    () => {
      widget.toggleAttribute('data-covering', true);
      settle();
    },
    { passive: true },
  );
  addEventListener('resize', settle);
  // Fonts, pictures and comments that load late move the content below the button.
  new ResizeObserver(settle).observe(document.body);
}

function covers(button: HTMLElement): boolean {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const area = new DOMRect(left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN);
  return [...elementsIn(area)].some((element) => isControl(element) || hasTextIn(element, area));
}

/** The topmost element at each tested point, excluding the widget itself. */
function elementsIn(area: DOMRect): Set<Element> {
  const found = new Set<Element>();
  for (let row = 0; row < POINTS; row++)
    for (let column = 0; column < POINTS; column++) {
      const x = area.left + (area.width * column) / (POINTS - 1);
      const y = area.top + (area.height * row) / (POINTS - 1);
      const element = document.elementsFromPoint(x, y).find((each) => each.closest('.widget') === null);
      if (element !== undefined) found.add(element);
    }
  return found;
}

function isControl(element: Element): boolean {
  return element.closest('a, button, input, select, textarea, label, summary') !== null;
}

function hasTextIn(element: Element, area: DOMRect): boolean {
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some((line) => intersect(line, area));
  });
}

function intersect(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}
