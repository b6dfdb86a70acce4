import { expect, test } from 'vitest';
import { instantsOf, localTimeAt } from './zoned-time.ts';

const instants = (date: string, time: string, timeZone: string) =>
  instantsOf({ date, time }, timeZone).map((instant) => instant.toISOString());

test.each([
  ['UTC', '2026-07-01', '09:00', ['2026-07-01T09:00:00.000Z']],
  ['Europe/Berlin', '2026-07-01', '09:00', ['2026-07-01T07:00:00.000Z']],
  ['Europe/Berlin', '2026-12-01', '09:00', ['2026-12-01T08:00:00.000Z']],
  // The clocks go from 2:00 to 3:00.
  ['Europe/Berlin', '2026-03-29', '01:59', ['2026-03-29T00:59:00.000Z']],
  ['Europe/Berlin', '2026-03-29', '02:30', []],
  ['Europe/Berlin', '2026-03-29', '03:00', ['2026-03-29T01:00:00.000Z']],
  // The clocks go from 3:00 back to 2:00.
  ['Europe/Berlin', '2026-10-25', '02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['Europe/Berlin', '2026-10-25', '03:00', ['2026-10-25T02:00:00.000Z']],
  ['America/New_York', '2026-11-01', '01:15', ['2026-11-01T05:15:00.000Z', '2026-11-01T06:15:00.000Z']],
  ['Asia/Kathmandu', '2026-06-01', '00:00', ['2026-05-31T18:15:00.000Z']],
  ['Pacific/Kiritimati', '2026-06-01', '00:00', ['2026-05-31T10:00:00.000Z']],
  ['Pacific/Pago_Pago', '2026-06-01', '23:59', ['2026-06-02T10:59:00.000Z']],
  // Half an hour of daylight saving time.
  ['Australia/Lord_Howe', '2026-04-05', '01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  // A day that the island never had.
  ['Pacific/Apia', '2011-12-30', '12:00', []],
])('in %s, clocks show %s %s at %j', (timeZone, date, time, expected) => {
  expect(instants(date, time, timeZone)).toEqual(expected);
  for (const instant of expected) expect(localTimeAt(new Date(instant), timeZone)).toEqual({ date, time });
});
