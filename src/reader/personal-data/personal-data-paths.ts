import { PERSONAL_DATA_PATH, YOUR_DATA_PATH } from '#domain/personal-data/paths.ts';

/** Redirect targets after a link request and after a deletion. They are the same for every reader. */
export const LINK_REQUESTED_PATH = `${YOUR_DATA_PATH}/asked`;
export const DELETED_PATH = `${YOUR_DATA_PATH}/deleted`;

/** Paths that take a token. GET: the overview, the download and the confirmation before a deletion. POST: the actions. */
export const PERSONAL_DATA_PATHS = {
  overview: PERSONAL_DATA_PATH,
  download: `${PERSONAL_DATA_PATH}/download`,
  withdrawal: `${PERSONAL_DATA_PATH}/withdrawal`,
  unsubscription: `${PERSONAL_DATA_PATH}/unsubscription`,
  deletion: `${PERSONAL_DATA_PATH}/deletion`,
} as const;

/** Values of the `done` query parameter: the action that led to the page. */
export const COMPLETED_ACTIONS = ['withdrawn', 'unsubscribed'] as const;
export type CompletedAction = (typeof COMPLETED_ACTIONS)[number];

/** Path and query of one of these paths with a token. */
export function personalDataPath(
  page: keyof typeof PERSONAL_DATA_PATHS,
  token: string,
  query: Readonly<Record<string, string>> = {},
): string {
  return `${PERSONAL_DATA_PATHS[page]}?${new URLSearchParams({ token, ...query }).toString()}`;
}
