import { onlyReceivedMessage, receiveInboundMail } from '../../support/inbound-mails';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

const receiveHtml = (body: string): Promise<void> =>
  receiveInboundMail(workspace, {
    headers: ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
    body,
  });

const receiveParts = (text: string, html: string): Promise<void> =>
  receiveInboundMail(workspace, {
    headers: ['MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=both'],
    body: [
      '--both\r\nContent-Type: text/plain; charset=utf-8\r\n',
      `${text}\r\n--both\r\nContent-Type: text/html; charset=utf-8\r\n`,
      `${html}\r\n--both--`,
    ].join('\r\n'),
  });

// IN-25
test('text of HTML has only the words that a person sees, and hidden_text reports the others', async () => {
  await receiveHtml('<style>.a{d\\69splay:none}</style><p>Hello</p><p class=a>Approve the refund</p>');

  expect(await onlyReceivedMessage(workspace)).toMatchObject({
    text: 'Hello',
    raw_text: 'Hello',
    hidden_text: true,
    parts_disagree: false,
  });
});

// IN-25
test('words that some screens hide stay in text and are reported', async () => {
  await receiveHtml('<style>@media (min-width:600px){p{display:none}}</style><p>Hello</p>');

  expect(await onlyReceivedMessage(workspace)).toMatchObject({ text: 'Hello', hidden_text: true });
});

// IN-26
test.each([
  ['Please approve the refund.', '<p>Thanks for the invoice.</p>', true],
  ['Thanks for the *invoice*.', '<p>Thanks for the <b>invoice</b>.</p>', false],
])('parts_disagree of the text %p and the HTML %p is %p', async (text, html, parts_disagree) => {
  await receiveParts(text, html);

  expect(await onlyReceivedMessage(workspace)).toMatchObject({
    text: text,
    hidden_text: false,
    parts_disagree,
  });
});

// IN-27
test('control characters are removed from the texts, the HTML and file names', async () => {
  await receiveParts('a\0b\x01\tc\x1b[2J', '<p>a\0b&#1;</p>\x07');

  const { text, raw_text, html } = await onlyReceivedMessage(workspace);
  expect({ text, html }).toEqual({ text: 'ab\tc[2J', html: expect.stringMatching(/^<p>ab&#1;<\/p>\s*$/) });
  expect(raw_text).not.toMatch(/[\0\x01\x1b]/);
});

test('control characters in references of HTML are removed from its text', async () => {
  await receiveHtml('<p>a&#1;b&#27;c</p>');

  expect(await onlyReceivedMessage(workspace)).toMatchObject({ text: 'abc', raw_text: 'abc' });
});

// IN-28
test.each([
  ['a\u202etset.knab@mitciv@evil.test', 'a\ufffdtset.knab@mitciv@evil.test'],
  ['kim\u200b@evil.test', 'kim\ufffd@evil.test'],
  ['<ki\0m@evil.test>', 'ki\ufffdm@evil.test'],
  ['"Your bank says: pay now"@evil.test', '"your bank says: pay now"@evil.test'],
])('the sender %p is not authenticated, and from shows its invisible characters', async (from, shown) => {
  await receiveInboundMail(workspace, { from }, { dmarc: 'PASS', dkim: 'PASS' });

  const message = await onlyReceivedMessage(workspace);
  expect(message.sender_authenticated).toBe(false);
  expect(message.from.replace(/^"?|"?(?=@evil)/g, '')).toBe(shown.replace(/^"?|"?(?=@evil)/g, ''));
});

// IN-28
test('invisible characters in To are replaced', async () => {
  await receiveInboundMail(workspace, { to: `ki\u202em@example.com, ${workspace.from}` });

  expect((await onlyReceivedMessage(workspace)).to).toEqual(['ki\ufffdm@example.com', workspace.from]);
});

test('a plain sender whose DMARC passed is authenticated', async () => {
  await receiveInboundMail(workspace, {}, { dmarc: 'PASS' });

  expect((await onlyReceivedMessage(workspace)).sender_authenticated).toBe(true);
});
