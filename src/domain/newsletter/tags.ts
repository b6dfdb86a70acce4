/** The tag of every page that shows which issues there are. */
export const archiveTag = 'newsletter';
