import fc from 'fast-check';
import { parseDueTime } from '../../shared/text/due-time';
import { expectAsyncCpuMsAtMost } from '../support/cpu-time';

/** The current time in these tests, a Wednesday. */
const now = Date.parse('2026-03-04T10:20:30.456Z');

const parseToIso = async (text: string): Promise<string | undefined> => {
  const ms = await parseDueTime(text, now);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe('an ISO 8601 timestamp', () => {
  // S-1
  test.each([
    ['2026-03-10T09:00:00Z', '2026-03-10T09:00:00.000Z'],
    ['2026-03-10T09:00:00.123Z', '2026-03-10T09:00:00.123Z'],
    ['2026-03-10t09:00:00z', '2026-03-10T09:00:00.000Z'],
    ['  2026-03-10T09:00:00Z\n', '2026-03-10T09:00:00.000Z'],
    ['2026-03-10 09:00:00Z', '2026-03-10T09:00:00.000Z'],
    ['2026-03-10T09:00:00+02:00', '2026-03-10T07:00:00.000Z'],
    ['2026-03-10T09:00:00-0530', '2026-03-10T14:30:00.000Z'],
    ['2026-03-10T09:00+02', '2026-03-10T07:00:00.000Z'],
    ['2026-03-10T09:00:00+23:59', '2026-03-09T09:01:00.000Z'],
    ['2026-03-10T09:00:00.1Z', '2026-03-10T09:00:00.100Z'],
    ['2026-03-10T09:00:00,25Z', '2026-03-10T09:00:00.250Z'],
    ['2026-03-10T09:00:00.123999999Z', '2026-03-10T09:00:00.123Z'],
    ['20260310T090000Z', '2026-03-10T09:00:00.000Z'],
    ['20260310T0900+0200', '2026-03-10T07:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-03-10T24:00:00Z', '2026-03-11T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%j is parsed as %s', async (text, expected) => {
    expect(await parseToIso(text)).toBe(expected);
  });

  test.each([
    ['2026-03-10T09:00:00.500', '2026-03-10T09:00:00.500Z'],
    ['2026-03-10T09:00', '2026-03-10T09:00:00.000Z'],
    ['2026-03-10', '2026-03-10T00:00:00.000Z'],
  ])('%s without a zone is in UTC', async (text, expected) => {
    expect(await parseToIso(text)).toBe(expected);
  });

  test('may be in the past', async () => {
    expect(await parseToIso('1970-01-01T00:00:00Z')).toBe('1970-01-01T00:00:00.000Z');
  });

  test.each([
    '2026-02-31',
    '2026-02-31T09:00:00Z',
    '2026-02-31 9am UTC',
    '2027-02-29T09:00:00Z',
    '2026-04-31T09:00:00Z',
    '2026-13-01T09:00:00Z',
    '2026-00-01T09:00:00Z',
    '2026-03-00T09:00:00Z',
    '20260231T090000Z',
    '2026-03-10T24:00:01Z',
    '2026-03-10T25:00:00Z',
    '2026-03-10T09:60:00Z',
    '2026-03-10T09:00:60Z',
    '2016-12-31T23:59:60Z',
    '2026-03-10T09:00:00+24:00',
    '2026-03-10T09:00:00+02:60',
    '2026-03-10T09:00:00Z Z',
    '2026-03-10T09:00:00+02:00[Europe/Berlin]',
    '2026-03-10T09:00:00Z and then',
    '20260310',
    '2026-03',
    '2026',
    '2026-W10-1',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '1772619630',
    '1772619630456',
  ])('%j is rejected', async (text) => {
    expect(await parseToIso(text)).toBeUndefined();
  });

  test('that JavaScript’s Date writes is parsed to the same time', async () => {
    const max = new Date('9999-12-31T23:59:59.999Z');
    const date = fc.date({ min: new Date('0000-01-01T00:00:00.000Z'), max, noInvalidDate: true });

    await fc.assert(
      fc.asyncProperty(date, async (time) => {
        expect(await parseDueTime(time.toISOString(), now)).toBe(time.getTime());
      }),
    );
  });

  test('denotes the same instant in every zone', async () => {
    const time = fc.date({ min: new Date(0), max: new Date('2999-01-01T00:00:00Z'), noInvalidDate: true });
    const offset = fc.integer({ min: -1439, max: 1439 });

    await fc.assert(
      fc.asyncProperty(time, offset, async (instant, minutes) => {
        const local = new Date(instant.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(minutes);
        const twoDigits = (value: number) => String(value).padStart(2, '0');
        const zone = `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;

        expect(await parseDueTime(local + zone, now)).toBe(instant.getTime());
      }),
    );
  });
});

describe('a time of the form `in <number> <unit>`', () => {
  const minuteMs = 60_000;
  const units = {
    min: minuteMs,
    mins: minuteMs,
    minute: minuteMs,
    minutes: minuteMs,
    hour: 60 * minuteMs,
    hours: 60 * minuteMs,
    day: 1440 * minuteMs,
    days: 1440 * minuteMs,
    week: 7 * 1440 * minuteMs,
    weeks: 7 * 1440 * minuteMs,
  };

  // S-1
  test.each(Object.entries(units))('is relative to the current time for the unit %s', async (unit, ms) => {
    expect(await parseDueTime(`in 1 ${unit}`, now)).toBe(now + ms);
    expect(await parseDueTime(`in 90 ${unit}`, now)).toBe(now + 90 * ms);
    expect(await parseDueTime(`IN 3 ${unit.toUpperCase()}`, now)).toBe(now + 3 * ms);
  });

  test.each([
    ['in 0 minutes', 0],
    ['in 1.5 hours', 90 * minuteMs],
    ['in 0.25 days', 360 * minuteMs],
    ['in 0.0001 min', 6],
    [' In  10   Mins ', 10 * minuteMs],
    ['in\t10\nmins', 10 * minuteMs],
    ['in 10min', 10 * minuteMs],
    ['in 007 days', 7 * 1440 * minuteMs],
  ])('%j is %d ms after the current time', async (text, ms) => {
    expect(await parseDueTime(text, now)).toBe(now + ms);
  });

  test.each([
    'in -5 minutes',
    'in 1,5 hours',
    'in 1. hours',
    'in 1e3 hours',
    'in Infinity days',
    'in 0x10 days',
    'in hours',
    'in 5',
    'in 5 fortnights',
    'in 5 minutess',
    'in 5 toString',
    'in 999999999999 weeks',
    `in ${'9'.repeat(190)} min`,
    'in 8000 years',
  ])('%s is rejected', async (text) => {
    expect(await parseToIso(text)).toBeUndefined();
  });

  test('is accepted up to the last minute of the year 9999 and rejected beyond', async () => {
    const minutesLeft = Math.floor((Date.parse('9999-12-31T23:59:59.999Z') - now) / minuteMs);

    expect(await parseDueTime(`in ${minutesLeft} minutes`, now)).toBe(now + minutesLeft * minuteMs);
    expect(await parseDueTime(`in ${minutesLeft + 1} minutes`, now)).toBeUndefined();
  });
});

describe('a date in words', () => {
  test.each([
    ['now', '2026-03-04T10:20:30.456Z'],
    ['tomorrow at 9am UTC', '2026-03-05T09:00:00.000Z'],
    ['Tomorrow at 9AM', '2026-03-05T09:00:00.000Z'],
    ['tomorrow at 9am +02:00', '2026-03-05T07:00:00.000Z'],
    ['2pm tomorrow PST', '2026-03-05T22:00:00.000Z'],
    ['tonight', '2026-03-04T22:00:00.000Z'],
    ['the day after tomorrow', '2026-03-06T10:20:30.456Z'],
    ['tomorrow morning', '2026-03-05T06:00:00.000Z'],
    ['next friday at 9am UTC', '2026-03-13T09:00:00.000Z'],
    ['March 5, 2027 9:30 UTC', '2027-03-05T09:30:00.000Z'],
    ['on March 5th at 9am UTC', '2026-03-05T09:00:00.000Z'],
    ['5 March 2027 09:00 CET', '2027-03-05T08:00:00.000Z'],
    ['Fri, 06 Mar 2026 09:00:00 GMT', '2026-03-06T09:00:00.000Z'],
    ['Sunday, March 8, 2026 at 5:00 PM GMT-5', '2026-03-08T22:00:00.000Z'],
    ['2026-03-10 09:00 UTC', '2026-03-10T09:00:00.000Z'],
    ['2026-03-10 09:00:00 +0200', '2026-03-10T07:00:00.000Z'],
    ['2026-03-10 9am', '2026-03-10T09:00:00.000Z'],
    ['12/25/2027 10:00 UTC', '2027-12-25T10:00:00.000Z'],
    ['06/06/2027 10:00 UTC', '2027-06-06T10:00:00.000Z'],
    ['in half an hour', '2026-03-04T10:50:30.456Z'],
    ['in 30 seconds', '2026-03-04T10:21:00.456Z'],
    ['in 2 months', '2026-05-04T10:20:30.456Z'],
    ['in 1 month and 2 days', '2026-04-06T10:20:30.456Z'],
    ['2 hours from now', '2026-03-04T12:20:30.456Z'],
    ['5 minutes ago', '2026-03-04T10:15:30.456Z'],
    ['last friday at 9am UTC', '2026-02-27T09:00:00.000Z'],
  ])('%s is parsed as %s', async (text, expected) => {
    expect(await parseToIso(text)).toBe(expected);
  });

  test.each([
    ['monday', '2026-03-09T12:00:00.000Z'],
    ['wednesday 9am', '2026-03-11T09:00:00.000Z'],
    ['at 9am UTC', '2026-03-05T09:00:00.000Z'],
    ['at noon UTC', '2026-03-04T12:00:00.000Z'],
    ['14:00', '2026-03-04T14:00:00.000Z'],
    ['January 1', '2027-01-01T12:00:00.000Z'],
  ])('%s is the next occurrence', async (text, expected) => {
    expect(await parseToIso(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '\n',
    'foo',
    'test 5',
    'soon',
    'at',
    'on',
    '5',
    '12',
    '12.5',
    '3.14',
    '-1',
    '9:99',
    'May',
    'May 2027',
    'morning',
    'null',
    'undefined',
    'NaN',
    'Invalid Date',
    '{{when}}',
    'Feb 31 2027',
    'March 5 99999',
    '31 Dec 9999 23:00 PST',
    'tomorrow 25:00',
    'tomorrow at 9am Europe/Berlin',
    'tomorrow at 9am please',
    'please tomorrow at 9am',
    'tomorrow\0',
    'monday to friday',
    '9am - 5pm',
    'monday, or tuesday 9am',
    '05.03.2027',
    '05/06/2027',
    '5-6-2027 9am',
    '12/11 10:00 UTC',
  ])('%j is rejected', async (text) => {
    expect(await parseToIso(text)).toBeUndefined();
  });
});

describe('with arbitrary text', () => {
  const words =
    'in on at next last this 5 1 12 99 2026 monday march may am pm 9am 9:30 utc est z +02:00 -0500 week months day min ago later from now tomorrow noon and of the - / . , : half an a 0 31 before after T'.split(
      ' ',
    );
  const arbitraryText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789-+:.TZ ')) }),
    fc.array(fc.constantFrom(...words), { maxLength: 10 }).map((parts) => parts.join(' ')),
    fc.array(fc.constantFrom(...words), { maxLength: 10 }).map((parts) => parts.join('')),
  );

  test('the parser returns a time with a four-digit year or undefined and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryText, async (text) => {
        const time = await parseToIso(text);

        expect(time ?? '2026-03-04T10:20:30.456Z').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      }),
      { numRuns: 1_000 },
    );
  });

  test('the parser rejects more than 200 characters', async () => {
    const paddedText = (length: number) => 'tomorrow at 9am'.padEnd(length);

    expect(await parseToIso(paddedText(200))).toBe('2026-03-05T09:00:00.000Z');
    expect(await parseToIso(paddedText(201))).toBeUndefined();
  });

  test('the parser reads every text within its time limit', async () => {
    await parseToIso('tomorrow');
    const units = ['a', '1', ' ', 'in ', '9am ', 'monday ', '1:', '-', '2026-', 'march ', '5 minutes ', '日'];
    for (const unit of units) {
      for (const length of [200, 100_000]) {
        const text = `in 1${unit.repeat(length)}`.slice(0, length);
        await expectAsyncCpuMsAtMost(() => parseToIso(text), 200);
      }
    }
  });
});
