import type { Engagement } from '../../../shared/db/records/engagement';
import { shownEngagement } from '../../../shared/domain/tracking/engagement/shown';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 2, 9, 0, second)).toISOString();

const judged = (type: Engagement['type'], second: number, doneBy?: Engagement['doneBy']): Engagement => ({
  id: `${type} ${second}`,
  messageId: 'm1',
  providerMessageId: 'p1',
  type,
  recipient: 'kim@example.com',
  subType: null,
  detail: type === 'click' ? 'https://acme.example/' : null,
  occurredAt: at(second),
  createdAt: at(second),
  ...(doneBy && { doneBy }),
});

const shownIds = (engagement: readonly Engagement[]): string[] =>
  shownEngagement(engagement).map(({ id }) => id);

test('of the opens the first one of a reader is shown, and every click of a reader', () => {
  const engagement = [
    judged('open', 1, 'scanner'),
    judged('click', 2, 'scanner'),
    judged('open', 3, 'reader'),
    judged('click', 4, 'reader'),
    judged('open', 5, 'reader'),
    judged('click', 6, 'reader'),
  ];

  expect(shownIds(engagement)).toEqual(['open 3', 'click 4', 'click 6']);
});

test('what is held is not shown, and keeps nothing else from being shown', () => {
  expect(shownIds([judged('open', 1), judged('click', 2), judged('open', 3, 'reader')])).toEqual(['open 3']);
});

test("of a scanner's nothing is shown, and of nothing nothing", () => {
  expect(shownIds([judged('open', 1, 'scanner'), judged('click', 2, 'scanner')])).toEqual([]);
  expect(shownIds([])).toEqual([]);
});
