import { readReply } from '../../../shared/text/reply/read-reply';

const outlookMail = [
  'FYI, see below.',
  '',
  'From: Ann Lee <ann@example.com>',
  'Sent: Monday, 16 November 2026 10:12',
  'To: Kim <kim@example.com>',
  'Subject: Invoice 77',
  '',
  'Please pay by Friday.',
].join('\n');

const replyWithSubject = (subject: string | null) =>
  readReply({ text: outlookMail, html: null, subject }).text;

test.each([
  'FW: Invoice 77',
  'Fwd: Invoice 77',
  'WG: Invoice 77',
  'TR : Invoice 77',
  'RV: x',
  '转发：x',
  'FW: RE: x',
])('a message with the subject %j keeps the forwarded message', (subject) => {
  expect(replyWithSubject(subject)).toContain('Please pay by Friday.');
  expect(replyWithSubject(subject)).toContain('FYI, see below.');
});

test.each([
  'Re: Invoice 77',
  'AW: Invoice 77',
  'RE: FW: Invoice 77',
  'Invoice 77',
  'I have a question',
  '',
  null,
])('a message with the subject %j loses the message below the reply', (subject) => {
  expect(replyWithSubject(subject)).toBe('FYI, see below.');
});
