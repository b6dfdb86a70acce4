/** What the newsroom has to know about the publication; the document it starts in carries it. */
export interface NewsroomPublication {
  readonly name: string;
  readonly tagline: string;
  /** IANA name of the zone in which dates are shown. */
  readonly timeZone: string;
  readonly defaultAuthor: string;
}

/** The element the newsroom is drawn into. */
export const ROOT_ID = 'newsroom';

export function readPublication(): NewsroomPublication {
  const given = document.getElementById(ROOT_ID)?.dataset ?? {};
  const { name = '', tagline = '', timeZone = 'UTC', defaultAuthor = '' } = given;
  return { name, tagline, timeZone, defaultAuthor };
}
