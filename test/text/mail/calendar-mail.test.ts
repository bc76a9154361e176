import { parseMail } from '../../../shared/text/mail/parse-mail';
import { expectCpuMsAtMost } from '../../support/cpu-time';
import { readReply } from '../../../shared/text/reply/read-reply';

/** A calendar with a time zone and an alarm, which have properties with the names of those of an event. */
const calendarOf = (method: string, event: readonly string[]): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', ...(method === '' ? [] : [`METHOD:${method}`])],
    ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'END:VTIMEZONE'],
    ...['BEGIN:VEVENT', ...event],
    ...[
      'BEGIN:VALARM',
      'DESCRIPTION:Reminder',
      'TRIGGER:-PT15M',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
    ],
  ].join('\r\n');

const type = 'text/calendar; charset=utf-8; method=REQUEST';
const mailWith = (calendar: string, contentType = type) =>
  parseMail(Buffer.from(`From: kim@example.com\r\nContent-Type: ${contentType}\r\n\r\n${calendar}`));

const textOf = (method: string, ...event: string[]) => mailWith(calendarOf(method, event)).text;

const start = 'DTSTART;TZID=Europe/Berlin:20260512T100000';
const end = 'DTEND;TZID=Europe/Berlin:20260512T113000';

// IN-31
test('an email with only a calendar has a text that describes the event', () => {
  const calendar = calendarOf('REQUEST', [
    'ORGANIZER;CN="Li, Kim":mailto:kim@example.com',
    'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Ada:MAILTO:ada@exa',
    ' mple.com',
    'ATTENDEE:mailto:bo@example.com',
    start,
    end,
    'SUMMARY:Planning\\, part 1\\; the caf',
    ' é',
    'LOCATION:Room 4 \\n \\nMain Street',
    'URL:https://meet.example.com/a',
    'DESCRIPTION:Please read the plan.\\n\\nA\\\\B',
  ]);
  const mail = mailWith(calendar);

  expect(mail.text).toBe(
    [
      'Invitation: Planning, part 1; the café',
      'Organizer: Li, Kim <kim@example.com>',
      'Attendees: Ada <ada@example.com>, bo@example.com',
      'When: Tuesday, 12 May 2026, 10:00 to 11:30 (Europe/Berlin)',
      'Where: Room 4, Main Street',
      'Link: https://meet.example.com/a',
      '',
      'Please read the plan.',
      '',
      'A\\B',
    ].join('\n'),
  );
  expect(readReply(mail).text).toBe(mail.text);
  expect(mail.attachments).toMatchObject([{ contentType: 'text/calendar' }]);
});

// IN-31
test.each<[string, string[], string]>([
  ['REQUEST', ['SEQUENCE:1'], 'Updated invitation: Plan'],
  ['CANCEL', [], 'Canceled: Plan'],
  ['PUBLISH', ['STATUS:CANCELLED'], 'Canceled: Plan'],
  [
    'REPLY',
    ['ATTENDEE;PARTSTAT=ACCEPTED;CN=Ada:mailto:a@b.example'],
    'Accepted: Plan\nReply by: Ada <a@b.example>',
  ],
  ['REPLY', ['ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example'], 'Declined: Plan\nReply by: a@b.example'],
  [
    'REPLY',
    ['ATTENDEE;PARTSTAT=TENTATIVE:mailto:a@b.example'],
    'Accepted tentatively: Plan\nReply by: a@b.example',
  ],
  [
    'REPLY',
    ['ATTENDEE:mailto:a@b.example', 'COMMENT:Too early'],
    'Reply: Plan\nReply by: a@b.example\nComment: Too early',
  ],
  ['COUNTER', [], 'New time proposed: Plan'],
  ['PUBLISH', [], 'Event: Plan'],
  ['', [], 'Event: Plan'],
])('the method %s with %j is described as %j', (method, properties, text) => {
  expect(textOf(method, 'SUMMARY:Plan', ...properties)).toBe(text);
});

// IN-31
test.each<[string[], string]>([
  [[start], 'Tuesday, 12 May 2026, 10:00 (Europe/Berlin)'],
  [['DTSTART:20260512T080000Z', 'DTEND:20260512T090000Z'], 'Tuesday, 12 May 2026, 08:00 to 09:00 (UTC)'],
  [['DTSTART:20260512T080000'], 'Tuesday, 12 May 2026, 08:00 (local time)'],
  [
    ['DTSTART;TZID="W. Europe Standard Time":20260512T100000'],
    'Tuesday, 12 May 2026, 10:00 (W. Europe Standard Time)',
  ],
  [
    ['DTSTART;TZID=/example.com/2026/Europe/Berlin:20260512T100000'],
    'Tuesday, 12 May 2026, 10:00 (Europe/Berlin)',
  ],
  [
    [start, 'DTEND;TZID=Europe/Berlin:20260513T010000'],
    'Tuesday, 12 May 2026, 10:00 to Wednesday, 13 May 2026, 01:00 (Europe/Berlin)',
  ],
  [
    [start, 'DTEND;TZID=Europe/London:20260512T110000'],
    'Tuesday, 12 May 2026, 10:00 (Europe/Berlin) to 11:00 (Europe/London)',
  ],
  [[start, 'DURATION:P1DT1H30M'], 'Tuesday, 12 May 2026, 10:00 for 1 day 1 hour 30 minutes (Europe/Berlin)'],
  [['DTSTART;VALUE=DATE:20260512', 'DTEND;VALUE=DATE:20260513'], 'Tuesday, 12 May 2026 (all day)'],
  [['DTSTART;VALUE=DATE:20260512'], 'Tuesday, 12 May 2026 (all day)'],
  [
    ['DTSTART;VALUE=DATE:20260512', 'DTEND;VALUE=DATE:20260515'],
    'Tuesday, 12 May 2026 to Thursday, 14 May 2026 (all day)',
  ],
])('the times %j are described as %j', (properties, when) => {
  expect(textOf('REQUEST', 'SUMMARY:Plan', ...properties)).toBe(`Invitation: Plan\nWhen: ${when}`);
});

// IN-31
test.each([
  ['FREQ=DAILY', 'every day'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10;WKST=MO', 'every 2 weeks on Monday and Friday, 10 times'],
  ['FREQ=MONTHLY;BYMONTHDAY=15', 'every month on day 15'],
  ['FREQ=YEARLY;UNTIL=20300512T100000Z', 'every year, until Sunday, 12 May 2030'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2'],
])('the rule %j is described as %j', (rule, repeats) => {
  expect(textOf('REQUEST', 'SUMMARY:Plan', `RRULE:${rule}`)).toBe(`Invitation: Plan\nRepeats: ${repeats}`);
});

// IN-31
test('each event of a calendar without a method is described, and only the first of an invitation', () => {
  const two = calendarOf('', ['SUMMARY:One', 'END:VEVENT', 'BEGIN:VEVENT', 'SUMMARY:Two']);

  expect(mailWith(two).text).toBe('Event: One\n\n\nEvent: Two');
  expect(mailWith(two.replace('VERSION:2.0', 'METHOD:REQUEST')).text).toBe('Invitation: One');
});

const multipart = (text: string, calendar: string) =>
  mailWith(
    `--b\r\n${text}\r\n--b\r\nContent-Type: text/calendar; name=invite.ics\r\nContent-Disposition: attachment\r\n\r\n${calendar}\r\n--b--`,
    'multipart/mixed; boundary=b',
  );

// IN-31
test.each([
  ['Content-Type: text/plain\r\n\r\nSee you.', 'See you.'],
  ['Content-Type: text/html\r\n\r\n<p>See you.', null],
  ['Content-Type: text/plain\r\n\r\n \r\n', 'Event: Plan'],
])('beside the part %j, the text is %j', (part, text) => {
  expect(multipart(part, calendarOf('', ['SUMMARY:Plan'])).text).toBe(text);
});

// IN-31
test('a character across folded lines is read', () => {
  const bytes = Buffer.from(calendarOf('', ['SUMMARY:Café']));
  const inside = bytes.indexOf(Buffer.from('é')) + 1;
  const folded = Buffer.concat([bytes.subarray(0, inside), Buffer.from('\r\n '), bytes.subarray(inside)]);
  const head = Buffer.from('Content-Type: text/calendar\r\n\r\n');

  expect(parseMail(Buffer.concat([head, folded])).text).toBe('Event: Café');
});

test.each(['', 'BEGIN:VCALENDAR', 'no calendar', 'END:VEVENT\r\nSUMMARY:x'])(
  'the calendar %j has no text',
  (calendar) => {
    expect(mailWith(calendar).text ?? '').toBe('');
  },
);

const longest = 490_000;

test.each([
  ['LOCATION:', ' '],
  ['LOCATION:', ' \\n'],
  ['LOCATION:x', ' '],
  ['SUMMARY:', '\\'],
  ['DTSTART;TZID=', 'A'],
  ['DTSTART;TZID=', 'A/'],
  ['DTSTART', ';a=b'],
  ['DTSTART', ';a="b",c'],
  ['DTSTART:', '1'],
  ['DTSTART:20260512T100000\r\nDURATION:', '1'],
  ['RRULE:', 'A=B;'],
  ['RRULE:FREQ=DAILY;BYDAY=', 'MO,'],
  ['ATTENDEE;CN=', '^n'],
  ['ORGANIZER:', 'mailto:'],
  ['SEQUENCE:', '1'],
  ['URL:', ' '],
])('a calendar with the line %j and many %j is described within a second', (head, unit) => {
  const line = head + unit.repeat(longest / unit.length);

  for (const end of ['', ':20260512T100000', 'x'])
    expectCpuMsAtMost(() => void textOf('REQUEST', 'SUMMARY:Plan', line + end), 1_000);
});

// IN-31
test.each([
  ['SUMMARY', 2_000],
  ['LOCATION', 2_000],
  ['COMMENT', 2_000],
  ['DESCRIPTION', 20_000],
])('a value of %s is truncated to %i characters', (name, max) => {
  const letters = (count: number) => (textOf('', `${name}:${'é'.repeat(count)}`) ?? '').match(/é/g)?.length;

  expect([letters(max), letters(max + 1)]).toEqual([max, max]);
});

// IN-31
test('the name of a time zone is truncated to 200 characters', () => {
  const zoneOf = (length: number) =>
    /\((é*)\)/.exec(textOf('', `DTSTART;TZID=${'é'.repeat(length)}:20260512T100000`) ?? '')?.[1]?.length;

  expect([zoneOf(200), zoneOf(201)]).toEqual([200, 200]);
});
