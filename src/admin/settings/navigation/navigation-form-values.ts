import { z } from 'zod';
import type { SettingsChanges, SiteSettings } from '../site-settings.ts';

const entryValues = z.object({
  /** Identifies the row while it is moved. */
  id: z.string(),
  label: z.string(),
  target: z.string(),
  /** The target is entered as text instead of being chosen. */
  isTyped: z.boolean(),
});
export type EntryValues = z.infer<typeof entryValues>;

const listValues = z.object({ id: z.string(), title: z.string(), entries: z.array(entryValues).readonly() });
export type ListValues = z.infer<typeof listValues>;

/** The fields of the form, as typed. */
export const navigationFormValues = z.object({
  menu: z.array(entryValues).readonly(),
  footer: z.array(listValues).readonly(),
});
export type NavigationFormValues = z.infer<typeof navigationFormValues>;

type Stored = SiteSettings['navigation_menu'];

/** @param choices the targets that can be chosen */
export function formValuesFrom(settings: SiteSettings, choices: ReadonlySet<string>): NavigationFormValues {
  const entriesFrom = (entries: Stored) =>
    entries.map(({ label, target }, index) => ({
      id: String(index),
      label,
      target,
      isTyped: !choices.has(target),
    }));
  return {
    menu: entriesFrom(settings.navigation_menu),
    footer: settings.navigation_footer.map(({ title, entries }, index) => ({
      id: String(index),
      title,
      entries: entriesFrom(entries),
    })),
  };
}

/** The server validates them. */
export function changesFrom({ menu, footer }: NavigationFormValues): SettingsChanges {
  return {
    navigation_menu: storedEntries(menu),
    navigation_footer: footer.map(({ title, entries }) => ({ title, entries: storedEntries(entries) })),
  };
}

const storedEntries = (entries: readonly EntryValues[]) =>
  entries.map(({ label, target }) => ({ label, target }));
