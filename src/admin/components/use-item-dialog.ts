import { useState } from 'react';

/** The item that a dialog is about, null before the first one. It stays while the dialog closes. */
export function useItemDialog<Item>() {
  const [{ item, isOpen, opening }, setState] = useState<{
    readonly item: Item | null;
    readonly isOpen: boolean;
    readonly opening: number;
  }>({ item: null, isOpen: false, opening: 0 });
  return {
    item,
    isOpen,
    /** A new number for each opening: the key of a dialog that must not show the input of an earlier one. */
    opening,
    open: (next: Item) => setState((state) => ({ item: next, isOpen: true, opening: state.opening + 1 })),
    close: () => setState((state) => ({ ...state, isOpen: false })),
  };
}
