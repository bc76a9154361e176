import { parseCalendar, unescapeText, type CalendarEvent, type Property } from './calendar-lines';
import { describeRecurrence, describeTimes } from './calendar-time';

/**
 * Describes the events of a calendar (RFC 5545) for people: what happens, who invites, when and where. Empty if the
 * calendar has no events.
 */
export function describeCalendar(text: string): string {
  const { method, events } = parseCalendar(text);
  // Changed dates of a recurring event follow the event itself and repeat most of its text.
  const [main] = events;
  const described = main && method ? [main] : events;
  return described.map((event) => describeEvent(event, method)).join('\n\n\n');
}

function describeEvent(event: CalendarEvent, method: string | undefined): string {
  const text = (name: string) => unescapeText(find(event, name)?.value ?? '');
  const attendees = event.properties.filter(({ name }) => name === 'ATTENDEE');
  const isReply = method === 'REPLY' || method === 'COUNTER';
  const rows: readonly (readonly [string, string | undefined])[] = [
    [titleOf(event, method), text('SUMMARY') || '(no title)'],
    ['Organizer', personOf(find(event, 'ORGANIZER'))],
    [isReply ? 'Reply by' : 'Attendees', attendees.slice(0, attendeesMax).map(personOf).join(', ')],
    [
      'When',
      describeTimes(find(event, 'DTSTART'), find(event, 'DTEND') ?? find(event, 'DUE'), text('DURATION')),
    ],
    ['Repeats', describeRecurrence(text('RRULE'))],
    ['Where', joinLines(text('LOCATION'))],
    ['Link', linkNames.map(text).find((link) => link !== '')],
    ['Comment', text('COMMENT')],
  ];
  const lines = rows.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`);
  const description = text('DESCRIPTION');
  return description === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${description}`;
}

const find = ({ properties }: CalendarEvent, wanted: string): Property | undefined =>
  properties.find(({ name }) => name === wanted);

/** `Room 4, Main Street`. */
const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');

const attendeesMax = 100;

const titles: Readonly<Record<string, string>> = {
  REQUEST: 'Invitation',
  ADD: 'Invitation',
  CANCEL: 'Canceled',
  REPLY: 'Reply',
  COUNTER: 'New time proposed',
  DECLINECOUNTER: 'Proposed time declined',
  REFRESH: 'Request for the invitation',
};

const answers: Readonly<Record<string, string>> = {
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  TENTATIVE: 'Accepted tentatively',
  DELEGATED: 'Delegated',
};

function titleOf(event: CalendarEvent, method = ''): string {
  if (find(event, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED') return 'Canceled';
  if (method === 'REPLY')
    return answers[find(event, 'ATTENDEE')?.params.get('PARTSTAT')?.toUpperCase() ?? ''] ?? 'Reply';
  const isUpdate = method === 'REQUEST' && Number(find(event, 'SEQUENCE')?.value ?? 0) > 0;
  return isUpdate ? 'Updated invitation' : (titles[method] ?? 'Event');
}

/** The place of an online meeting, by the program that created it. */
const linkNames = [
  'X-GOOGLE-CONFERENCE',
  'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK',
  'CONFERENCE',
  'URL',
];

/** `Kim Li <kim@example.com>`. */
function personOf(property: Property | undefined): string {
  const address = (property?.value ?? '').trim().replace(/^mailto:/i, '');
  const name = property?.params.get('CN')?.trim() ?? '';
  if (name === '' || name === address) return address;
  return address === '' ? name : `${name} <${address}>`;
}
