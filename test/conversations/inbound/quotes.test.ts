import { headerLines, readOutboxMail } from '../../support/api-helpers';
import { largeHtml } from '../../support/factories';
import { onlyThread, receiveInboundMail, sentMessageId } from '../../support/inbound-mails';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;
let inReplyTo: string;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
  const { id } = await workspace.sendAccepted({
    to: 'kim@example.com',
    subject: 'Parcel',
    html: '<p>On its way. It should <b>arrive</b> on Monday&nbsp;morning.</p>',
    text: undefined,
  });
  await service.settle();
  inReplyTo = await sentMessageId(workspace, id);
});

const lastText = async (): Promise<string> => (await onlyThread(workspace)).messages.at(-1).text;

// IN-30
test('a quote without an introduction is removed if the email that it answers contains its words', async () => {
  const body = 'Great!\r\n\r\n> On its way. It should arrive\r\n> on Monday morning.\r\n';

  await receiveInboundMail(workspace, { inReplyTo, body });

  expect(await lastText()).toBe('Great!');
  expect((await onlyThread(workspace)).messages.at(-1).raw_text).toContain('> On its way');
});

// IN-30
test.each([
  ['text', 'I get this:\r\n\r\n> Error 500\r\n', []],
  ['HTML', '<p>I get this:</p><blockquote>Error 500</blockquote>', ['Content-Type: text/html']],
])('a quote of other words is kept in %s', async (_, body, headers) => {
  await receiveInboundMail(workspace, { inReplyTo, body, headers });

  expect(await lastText()).toBe('I get this:\n\n> Error 500');
});

// IN-30
test('a quote from an earlier, large message that the reply does not name is removed', async () => {
  const html = `${largeHtml()}<p>Please leave it at the neighbor's door.</p>`;
  await receiveInboundMail(workspace, { inReplyTo, headers: ['Content-Type: text/html'], body: html });
  await receiveInboundMail(workspace, {
    from: 'lee@example.com',
    inReplyTo,
    body: "Which neighbor?\r\n\r\n> Please leave it at the neighbor's door.\r\n",
  });

  expect(await lastText()).toBe('Which neighbor?');
});

// E-10
test('a name that is given as an encoded word arrives decoded', async () => {
  const { id } = await workspace.sendAccepted({
    from: `=?UTF-8?B?S2ltIExp?= <${workspace.from}>`,
    to: 'lee@example.com',
  });

  const from = headerLines((await readOutboxMail(service, id)).raw).find((line) => /^from:/i.test(line));
  expect(from).toBe(`From: Kim Li <${workspace.from}>`);
});
