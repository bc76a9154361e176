import { readReply } from '../../../shared/text/reply/read-reply';

const outlook = [
  'FYI, see below.',
  '',
  'From: Ann Lee <ann@example.com>',
  'Sent: Monday, 16 November 2026 10:12',
  'To: Kim <kim@example.com>',
  'Subject: Invoice 77',
  '',
  'Please pay by Friday.',
].join('\n');

const textOf = (subject: string | null) => readReply({ text: outlook, html: null, subject }).text;

test.each([
  'FW: Invoice 77',
  'Fwd: Invoice 77',
  'WG: Invoice 77',
  'TR : Invoice 77',
  'RV: x',
  '转发：x',
  'FW: RE: x',
])('a mail with the subject %j keeps what it passes on', (subject) => {
  expect(textOf(subject)).toContain('Please pay by Friday.');
  expect(textOf(subject)).toContain('FYI, see below.');
});

test.each([
  'Re: Invoice 77',
  'AW: Invoice 77',
  'RE: FW: Invoice 77',
  'Invoice 77',
  'I have a question',
  '',
  null,
])('a mail with the subject %j answers what is below it', (subject) => {
  expect(textOf(subject)).toBe('FYI, see below.');
});
