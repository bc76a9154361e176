import fc from 'fast-check';
import { judge } from '../../../shared/domain/tracking/engagement/judge';
import { areSame, clicks, linkOf, opens, readersOf, someActs, type Act } from '../../support/engagement';

const acceptedAt = Date.parse('2026-11-02T09:00:00.000Z');

const idOf = (act: Act): string => `${act.type} ${act.ms} ${linkOf(act) ?? ''}`;

const asReported = (act: Act) => ({
  id: idOf(act),
  type: act.type,
  detail: linkOf(act),
  occurredAt: new Date(acceptedAt + act.ms).toISOString(),
});

const doersOf = (...acts: Act[]): (string | undefined)[] => {
  const doers = judge(acts.map(asReported));
  return acts.map((act) => doers.get(idOf(act)));
};

const [one, two, three] = ['https://acme.example/1', 'https://acme.example/2', 'https://acme.example/3'];

test.each([
  { apartMs: 0, doer: 'scanner' },
  { apartMs: 1, doer: 'scanner' },
  { apartMs: 1_999, doer: 'scanner' },
  { apartMs: 2_000, doer: 'scanner' },
  { apartMs: 2_001, doer: 'reader' },
])("two clicks on different links $apartMs ms apart are both a $doer's", ({ apartMs, doer }) => {
  expect(doersOf(clicks(0, one), clicks(apartMs, two))).toEqual([doer, doer]);
});

test.each([0, 1, 2_000])('the same link twice, %i ms apart, is a reader', (apartMs) => {
  expect(doersOf(clicks(0, one), clicks(apartMs, one)).every((doer) => doer === 'reader')).toBe(true);
});

test('links that differ in anything are different links', () => {
  const pairs = [`${one}?`, `${one}#x`, one.toUpperCase(), `${one} `];

  expect(pairs.map((link) => doersOf(clicks(0, one), clicks(5, link))[0])).toEqual(
    pairs.map(() => 'scanner'),
  );
});

test("three links within the two seconds are all a scanner's", () => {
  expect(doersOf(clicks(0, one), clicks(1_000, two), clicks(2_000, three))).toEqual([
    'scanner',
    'scanner',
    'scanner',
  ]);
});

test('a scanner that goes from link to link is one at each of them, however long it takes', () => {
  const walk = Array.from({ length: 20 }, (_, at) => clicks(at * 2_000, `https://acme.example/${at}`));

  expect(new Set(doersOf(...walk))).toEqual(new Set(['scanner']));
});

test('of a link that was clicked again and again only those clicks are a scanner that are near to another link', () => {
  expect(doersOf(clicks(0, one), clicks(1_500, one), clicks(3_000, two), clicks(5_001, one))).toEqual([
    'reader',
    'scanner',
    'scanner',
    'reader',
  ]);
});

test('a later click of somebody who reads counts, on any link', () => {
  const burst = [clicks(0, one), clicks(100, two)];

  expect(doersOf(...burst, clicks(2_101, two), clicks(60_000, three)).slice(2)).toEqual(['reader', 'reader']);
});

test.each([
  { ms: -10_001, doer: 'reader' },
  { ms: -10_000, doer: 'scanner' },
  { ms: 0, doer: 'scanner' },
  { ms: 500, doer: 'scanner' },
  { ms: 11_000, doer: 'scanner' },
  { ms: 11_001, doer: 'reader' },
])("an open $ms ms from the first click of a burst of 1,000 ms is a $doer's", ({ ms, doer }) => {
  expect(doersOf(opens(ms), clicks(0, one), clicks(1_000, two))[0]).toBe(doer);
});

test('opens near to clicks of readers are of readers', () => {
  expect(doersOf(opens(0), clicks(0, one), opens(1), clicks(2_001, two), opens(2_002))).toEqual(
    Array.from({ length: 5 }, () => 'reader'),
  );
});

test('a gateway that fetches images only counts, however often it does', () => {
  expect(new Set(doersOf(opens(0), opens(1), opens(2), opens(3)))).toEqual(new Set(['reader']));
});

test('nothing has no verdicts', () => {
  expect(judge([])).toEqual(new Map());
});

test('whatever was done, the verdicts are those that the rule in its own words gives', () => {
  fc.assert(
    fc.property(someActs({ maxLength: 12 }), (acts) => {
      const readers = readersOf(acts);
      const expected = acts.map((act) => (readers.some((each) => areSame(each, act)) ? 'reader' : 'scanner'));

      expect(doersOf(...acts)).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('order and repeats change no verdict', () => {
  const twice = someActs().chain((acts) =>
    fc.tuple(fc.constant(acts), fc.shuffledSubarray([...acts, ...acts], { minLength: acts.length * 2 })),
  );

  fc.assert(
    fc.property(twice, ([acts, mixed]) => {
      const doers = judge(mixed.map(asReported));

      expect(acts.map((act) => doers.get(idOf(act)))).toEqual(doersOf(...acts));
    }),
  );
});

test('another report only ever turns readers into scanners', () => {
  fc.assert(
    fc.property(someActs(), fc.nat(), (acts, at) => {
      const without = acts.toSpliced(at % acts.length, 1);
      const all = judge(acts.map(asReported));

      const scanners = without.filter((_, index) => doersOf(...without)[index] === 'scanner');
      expect(scanners.every((act) => all.get(idOf(act)) === 'scanner')).toBe(true);
    }),
  );
});
