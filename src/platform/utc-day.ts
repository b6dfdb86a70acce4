/** The day of a moment in UTC, like `2026-11-24` (ISO 8601). @param moment also as milliseconds since 1970 */
export const utcDay = (moment: Date | number): string => new Date(moment).toISOString().slice(0, 10);
