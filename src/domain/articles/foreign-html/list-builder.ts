import { createElement } from './dom.ts';

interface OpenList {
  /** The level of the items in the source, where levels may be skipped. */
  level: number;
  readonly list: HTMLElement;
  /** The number of the next item; null in a list without numbers. */
  next: number | null;
}

export interface ListItem {
  readonly item: HTMLElement;
  /** From 1, as the source says. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** The number of the item, given the one that would follow in an open list; null if the source does not say it. */
  readonly number: (expected: number | null) => number | null;
  /** What the item replaces. A new list is inserted before it. */
  readonly source: Element;
}

/**
 * Builds nested lists from items that follow each other and have levels, as word processors write them. A skipped level adds no list.
 * A list whose numbers do not continue the previous one is a new list with a `start`.
 */
export class ListBuilder {
  #open: OpenList[] = [];

  /** Adds the next item in the order of the text. The caller removes `source`, which may contain more. */
  add({ item, level, isOrdered, number, source }: ListItem): void {
    if (source.previousElementSibling !== this.#open[0]?.list) this.#open = [];
    this.#closeTo(level);
    const name = isOrdered ? 'ol' : 'ul';
    let last = this.#open.at(-1);
    const continued = last?.level === level && last.list.localName === name ? last : null;
    const position = isOrdered ? number(continued?.next ?? null) : null;
    const continues = continued !== null && (position === null || position === continued.next);
    if (!continues) {
      if (last?.level === level) this.#open.pop();
      last = this.#openList({ level, name, start: position ?? 1, source });
    }
    if (last === undefined) return;
    last.list.append(item);
    if (last.next !== null) last.next += 1;
  }

  /** Closes the lists of deeper levels. The items of a skipped level belong to the list that was opened for a deeper one. */
  #closeTo(level: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.level > level; last = this.#open.at(-1)) {
      if ((this.#open.at(-2)?.level ?? 0) < level) last.level = level;
      else this.#open.pop();
    }
  }

  #openList({
    level,
    name,
    start,
    source,
  }: Pick<OpenList, 'level'> & {
    readonly name: 'ol' | 'ul';
    readonly start: number;
    readonly source: Element;
  }) {
    const list = createElement(source, name);
    if (name === 'ol' && start !== 1) list.setAttribute('start', String(start));
    const parent = this.#open.at(-1)?.list.lastElementChild;
    if (parent === null || parent === undefined) source.before(list);
    else parent.append(list);
    const opened: OpenList = { level, list, next: name === 'ol' ? start : null };
    this.#open.push(opened);
    return opened;
  }
}
