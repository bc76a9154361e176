import type { Engagement } from '../../../shared/db/records/engagement';
import { visibleEngagement } from '../../../shared/domain/tracking/engagement/visible-engagement';

const timeAt = (second: number): string => new Date(Date.UTC(2026, 10, 2, 9, 0, second)).toISOString();

const classifiedEvent = (
  type: Engagement['type'],
  second: number,
  actor?: Engagement['actor'],
): Engagement => ({
  id: `${type} ${second}`,
  messageId: 'm1',
  providerMessageId: 'p1',
  type,
  recipient: 'kim@example.com',
  subType: null,
  detail: type === 'click' ? 'https://acme.example/' : null,
  occurredAt: timeAt(second),
  createdAt: timeAt(second),
  ...(actor && { actor }),
});

const visibleIds = (engagement: readonly Engagement[]): string[] =>
  visibleEngagement(engagement).map(({ id }) => id);

test("a reader's first open and all of a reader's clicks are visible", () => {
  const engagement = [
    classifiedEvent('open', 1, 'scanner'),
    classifiedEvent('click', 2, 'scanner'),
    classifiedEvent('open', 3, 'reader'),
    classifiedEvent('click', 4, 'reader'),
    classifiedEvent('open', 5, 'reader'),
    classifiedEvent('click', 6, 'reader'),
  ];

  expect(visibleIds(engagement)).toEqual(['open 3', 'click 4', 'click 6']);
});

test('unclassified engagement is hidden without hiding other engagement', () => {
  expect(
    visibleIds([
      classifiedEvent('open', 1),
      classifiedEvent('click', 2),
      classifiedEvent('open', 3, 'reader'),
    ]),
  ).toEqual(['open 3']);
});

test("a scanner's engagement is hidden", () => {
  expect(visibleIds([classifiedEvent('open', 1, 'scanner'), classifiedEvent('click', 2, 'scanner')])).toEqual(
    [],
  );
  expect(visibleIds([])).toEqual([]);
});
