/**
 * State of the delivery of an issue to one recipient. `handed_over` is committed before the mail server is contacted. If
 * the process or the connection ends before the outcome is known, the delivery becomes `unknown`, and only an
 * administrator can send it again. `skipped`: the subscription had ended, or sending was stopped.
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
