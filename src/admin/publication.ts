/** The data about the publication that the document passes to the newsroom in data attributes. */
export interface NewsroomPublication {
  readonly name: string;
  readonly tagline: string;
  /** The IANA name of the time zone in which dates are shown. */
  readonly timeZone: string;
  readonly defaultAuthor: string;
}

/** The id of the element that the newsroom is rendered into. */
export const ROOT_ID = 'newsroom';

export function readPublication(): NewsroomPublication {
  const dataset = document.getElementById(ROOT_ID)?.dataset ?? {};
  const { name = '', tagline = '', timeZone = 'UTC', defaultAuthor = '' } = dataset;
  return { name, tagline, timeZone, defaultAuthor };
}
