import { describe, expect, it } from 'vitest';
import type { DeferralCause, DeliveryResult } from '#platform/mail/transport.ts';
import { ServerHealth } from './server-health.ts';

const ACCEPTED: DeliveryResult = { state: 'accepted' };
const refused = (reason = '550 no'): DeliveryResult => ({ state: 'refused', reason });
const deferred = (reason = '451 later', cause: DeferralCause = 'recipient'): DeliveryResult => ({
  state: 'deferred',
  cause,
  reason,
});
const UNKNOWN: DeliveryResult = { state: 'unknown', reason: 'first' };

function healthAfter(
  outcomes: readonly DeliveryResult[],
  earlier = { accepted: 0, refused: 0 },
): ServerHealth {
  const health = new ServerHealth(earlier);
  for (const outcome of outcomes) health.note(outcome);
  return health;
}

const times = (count: number, outcome: DeliveryResult) => Array.from({ length: count }, () => outcome);

describe('sending', () => {
  it('pauses for an hour when the first twenty deliveries are refused', () => {
    const almost = healthAfter(times(19, refused()));
    expect([almost.allowance, almost.slowdown]).toEqual([1, null]);
    const all = healthAfter([...times(19, refused('550 first')), refused('550 last')]);
    expect([all.allowance, all.slowdown]).toEqual([
      0,
      { wait: 'hour', reason: 'The mail server refuses every email. 550 last' },
    ]);
  });

  it('continues whatever is refused, once a delivery was accepted in this run or an earlier one', () => {
    for (const health of [
      healthAfter([ACCEPTED, ...times(50, refused())]),
      healthAfter(times(50, refused()), { accepted: 1, refused: 0 }),
    ])
      expect([health.allowance, health.slowdown]).toEqual([20, null]);
  });

  it('pauses after twenty deferrals in a row, and reports them before', () => {
    const first = healthAfter([deferred('451 first')]);
    expect([first.allowance, first.slowdown]).toEqual([19, { wait: 'none', reason: '451 first' }]);
    const nearly = healthAfter(times(19, deferred()));
    expect([nearly.allowance, nearly.slowdown?.wait]).toEqual([1, 'none']);
    const many = healthAfter([...times(19, deferred()), deferred('451 last')]);
    expect([many.allowance, many.slowdown]).toEqual([0, { wait: 'backoff', reason: '451 last' }]);
    const withAccepted = healthAfter([ACCEPTED, ...times(20, deferred())]);
    expect([withAccepted.allowance, withAccepted.slowdown?.wait]).toEqual([0, 'backoff']);
  });

  it('pauses at once when the server is unavailable or the connection is lost, with the first reason', () => {
    for (const outcome of [deferred('first', 'server'), deferred('first', 'transaction'), UNKNOWN]) {
      const health = healthAfter([ACCEPTED, outcome, deferred('second', 'server'), ACCEPTED]);
      expect([health.allowance, health.slowdown]).toEqual([0, { wait: 'backoff', reason: 'first' }]);
    }
  });
});
