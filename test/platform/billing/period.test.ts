import fc from 'fast-check';
import { billingPeriod, currentPeriod, periodBounds } from '../../../shared/domain/platform/billing/period';
import { aWorkspaceRecord } from '../../support/billing/workspace';

test.each([
  ['2026-11-01T00:00:00.000Z', '2026-11', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-11-30T23:59:59.999Z', '2026-11', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
])('%s lies in the period %s, from %s until %s', (time, period, start, end) => {
  expect(billingPeriod(Date.parse(time))).toBe(period);
  expect(periodBounds(period)).toEqual({ start, end });
});

test('every instant is within its period, and the next period starts at the end of that period', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

  fc.assert(
    fc.property(instants, (instant) => {
      const { start, end } = periodBounds(billingPeriod(instant.getTime()));

      expect(start <= instant.toISOString() && instant.toISOString() < end).toBe(true);
      expect(periodBounds(billingPeriod(Date.parse(end))).start).toBe(end);
    }),
  );
});

test('a period that a function with a faster clock started continues, but an old period does not', () => {
  const time = Date.parse('2026-11-15T12:00:00.000Z');

  expect(currentPeriod(aWorkspaceRecord({ usagePeriod: '2026-12' }), time)).toBe('2026-12');
  expect(currentPeriod(aWorkspaceRecord({ usagePeriod: '2026-10' }), time)).toBe('2026-11');
});
