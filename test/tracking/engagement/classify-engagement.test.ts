import fc from 'fast-check';
import { classifyEngagement } from '../../../shared/domain/tracking/engagement/classify-engagement';
import {
  isSameInteraction,
  clickAt,
  linkOf,
  openAt,
  findReaderInteractions,
  arbitraryInteractions,
  type Interaction,
} from '../../support/engagement';

const acceptedAt = Date.parse('2026-11-02T09:00:00.000Z');

const interactionId = (interaction: Interaction): string =>
  `${interaction.type} ${interaction.ms} ${linkOf(interaction) ?? ''}`;

const reportedEvent = (interaction: Interaction) => ({
  id: interactionId(interaction),
  type: interaction.type,
  detail: linkOf(interaction),
  occurredAt: new Date(acceptedAt + interaction.ms).toISOString(),
});

const classify = (...interactions: Interaction[]): (string | undefined)[] => {
  const classification = classifyEngagement(interactions.map(reportedEvent));
  return interactions.map((interaction) => classification.get(interactionId(interaction)));
};

const [firstLink, secondLink, thirdLink] = [
  'https://acme.example/1',
  'https://acme.example/2',
  'https://acme.example/3',
];

// EV-14
test.each([
  { apartMs: 0, doer: 'scanner' },
  { apartMs: 1, doer: 'scanner' },
  { apartMs: 1_999, doer: 'scanner' },
  { apartMs: 2_000, doer: 'scanner' },
  { apartMs: 2_001, doer: 'reader' },
])("two clicks on different links $apartMs ms apart are both a $doer's", ({ apartMs, doer }) => {
  expect(classify(clickAt(0, firstLink), clickAt(apartMs, secondLink))).toEqual([doer, doer]);
});

// EV-14
test.each([0, 1, 2_000])("two clicks on the same link %i ms apart are a reader's", (apartMs) => {
  expect(
    classify(clickAt(0, firstLink), clickAt(apartMs, firstLink)).every((doer) => doer === 'reader'),
  ).toBe(true);
});

test('links that differ in any character are different links', () => {
  const similarLinks = [`${firstLink}?`, `${firstLink}#x`, firstLink.toUpperCase(), `${firstLink} `];

  expect(similarLinks.map((link) => classify(clickAt(0, firstLink), clickAt(5, link))[0])).toEqual(
    similarLinks.map(() => 'scanner'),
  );
});

test("clicks on three links within two seconds are all a scanner's", () => {
  expect(classify(clickAt(0, firstLink), clickAt(1_000, secondLink), clickAt(2_000, thirdLink))).toEqual([
    'scanner',
    'scanner',
    'scanner',
  ]);
});

test("every click of a scanner that clicks one link after another is a scanner's, regardless of the total duration", () => {
  const clickSequence = Array.from({ length: 20 }, (_, index) =>
    clickAt(index * 2_000, `https://acme.example/${index}`),
  );

  expect(new Set(classify(...clickSequence))).toEqual(new Set(['scanner']));
});

test("of repeated clicks on one link, only the clicks near a click on another link are a scanner's", () => {
  expect(
    classify(
      clickAt(0, firstLink),
      clickAt(1_500, firstLink),
      clickAt(3_000, secondLink),
      clickAt(5_001, firstLink),
    ),
  ).toEqual(['reader', 'scanner', 'scanner', 'reader']);
});

// EV-18
test("a later click on any link is a reader's", () => {
  const burst = [clickAt(0, firstLink), clickAt(100, secondLink)];

  expect(classify(...burst, clickAt(2_101, secondLink), clickAt(60_000, thirdLink)).slice(2)).toEqual([
    'reader',
    'reader',
  ]);
});

// EV-15
test.each([
  { ms: -10_001, doer: 'reader' },
  { ms: -10_000, doer: 'scanner' },
  { ms: 0, doer: 'scanner' },
  { ms: 500, doer: 'scanner' },
  { ms: 11_000, doer: 'scanner' },
  { ms: 11_001, doer: 'reader' },
])("an open $ms ms from the first click of a burst of 1,000 ms is a $doer's", ({ ms, doer }) => {
  expect(classify(openAt(ms), clickAt(0, firstLink), clickAt(1_000, secondLink))[0]).toBe(doer);
});

test("opens near a reader's clicks are a reader's", () => {
  expect(
    classify(openAt(0), clickAt(0, firstLink), openAt(1), clickAt(2_001, secondLink), openAt(2_002)),
  ).toEqual(Array.from({ length: 5 }, () => 'reader'));
});

// EV-16
test("an open by a mail gateway that only fetches images is a reader's", () => {
  expect(new Set(classify(openAt(0), openAt(1), openAt(2), openAt(3)))).toEqual(new Set(['reader']));
});

test('an email without events has no classification', () => {
  expect(classifyEngagement([])).toEqual(new Map());
});

test('the classification of any interactions equals that of the reference implementation', () => {
  fc.assert(
    fc.property(arbitraryInteractions({ maxLength: 12 }), (interactions) => {
      const readers = findReaderInteractions(interactions);
      const expected = interactions.map((interaction) =>
        readers.some((readerInteraction) => isSameInteraction(readerInteraction, interaction))
          ? 'reader'
          : 'scanner',
      );

      expect(classify(...interactions)).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('order and repeats do not change the classification', () => {
  const withRepeats = arbitraryInteractions().chain((interactions) =>
    fc.tuple(
      fc.constant(interactions),
      fc.shuffledSubarray([...interactions, ...interactions], { minLength: interactions.length * 2 }),
    ),
  );

  fc.assert(
    fc.property(withRepeats, ([interactions, shuffled]) => {
      const classification = classifyEngagement(shuffled.map(reportedEvent));

      expect(interactions.map((interaction) => classification.get(interactionId(interaction)))).toEqual(
        classify(...interactions),
      );
    }),
  );
});

test("an additional report can change a reader's interaction to a scanner's, but not the reverse", () => {
  fc.assert(
    fc.property(arbitraryInteractions(), fc.nat(), (interactions, index) => {
      const remainingInteractions = interactions.toSpliced(index % interactions.length, 1);
      const fullClassification = classifyEngagement(interactions.map(reportedEvent));

      const scanners = remainingInteractions.filter(
        (_, index) => classify(...remainingInteractions)[index] === 'scanner',
      );
      expect(
        scanners.every((interaction) => fullClassification.get(interactionId(interaction)) === 'scanner'),
      ).toBe(true);
    }),
  );
});
