/** Cache tag of the pages that list or show issues. */
export const archiveTag = 'newsletter';
