/**
 * What became of one recipient's copy of an issue. `handed_over` is written before the mail server hears of it. When the
 * process ends in between, or the connection at the last moment, nobody knows whether the copy arrived: it is `unknown`,
 * and only a person sends it again. `skipped` had no subscriber any more when its turn came, or sending was stopped.
 */
export const DELIVERY_STATES = [
  'queued',
  'handed_over',
  'accepted',
  'refused',
  'unknown',
  'skipped',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
