import { HELD_PATH, YOUR_DATA_PATH } from '#domain/readers/paths.ts';

/** Where a browser is sent after its wish was taken, and after everything was deleted. The same for everybody. */
export const ASKED_PATH = `${YOUR_DATA_PATH}/asked`;
export const DELETED_PATH = `${YOUR_DATA_PATH}/deleted`;

/** What can be done with what is kept; only `download` and the page before a deletion are opened by GET. */
export const HELD_PATHS = {
  held: HELD_PATH,
  download: `${HELD_PATH}/download`,
  withdrawal: `${HELD_PATH}/withdrawal`,
  unsubscription: `${HELD_PATH}/unsubscription`,
  deletion: `${HELD_PATH}/deletion`,
} as const;

/** What was done just now, as the address of the page says it. */
export const DONE = ['withdrawn', 'unsubscribed'] as const;
export type Done = (typeof DONE)[number];

/** Path and query of one of these for the holder of a token. */
export function heldPath(
  place: keyof typeof HELD_PATHS,
  token: string,
  given: Readonly<Record<string, string>> = {},
): string {
  return `${HELD_PATHS[place]}?${new URLSearchParams({ token, ...given }).toString()}`;
}
