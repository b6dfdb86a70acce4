/** Returns the current time. Passed as a dependency, so that tests control it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
