import fc from 'fast-check';
import { billingPeriod, currentPeriod, periodBounds } from '../../../shared/domain/platform/billing/period';
import { aWorkspaceRecord } from '../../support/billing/workspace';

test.each([
  ['2026-11-01T00:00:00.000Z', '2026-11', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-11-30T23:59:59.999Z', '2026-11', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
])('%s lies in the period %s, from %s until %s', (at, period, start, end) => {
  expect(billingPeriod(Date.parse(at))).toBe(period);
  expect(periodBounds(period)).toEqual({ start, end });
});

test('every instant lies in its period, and the next period begins where it ends', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

  fc.assert(
    fc.property(instants, (instant) => {
      const { start, end } = periodBounds(billingPeriod(instant.getTime()));

      expect(start <= instant.toISOString() && instant.toISOString() < end).toBe(true);
      expect(periodBounds(billingPeriod(Date.parse(end))).start).toBe(end);
    }),
  );
});

test('a period that another clock began goes on, and an old one does not', () => {
  const at = Date.parse('2026-11-15T12:00:00.000Z');

  expect(currentPeriod(aWorkspaceRecord({ usagePeriod: '2026-12' }), at)).toBe('2026-12');
  expect(currentPeriod(aWorkspaceRecord({ usagePeriod: '2026-10' }), at)).toBe('2026-11');
});
