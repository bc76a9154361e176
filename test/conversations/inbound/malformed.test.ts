import { receiveInboundMail, onlyThread } from '../../support/inbound-mails';
import type { MailParts } from '../../support/inbound-mail';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

describe('half a surrogate pair', () => {
  test.each<[string, MailParts]>([
    ['in a truncated subject', { subject: `${'a'.repeat(997)}😀` }],
    ['in a decoded subject', { subject: '=?utf-7?Q?+2D0-?=' }],
    ['in a UTF-16 subject', { subject: '=?utf-16le?B?PdgB?=' }],
    ['in an address', { from: '=?utf-7?Q?a+2D0-b=40evil.example?=' }],
    ['in Cc', { headers: ['Cc: =?utf-7?Q?a+2D0-b=40evil.example?='] }],
    ['in a body', { headers: ['Content-Type: text/plain; charset=utf-7'], body: 'lone +2D0- end' }],
  ])(
    '%s neither prevents the receipt of the message nor breaks the transcript',
    async (_description, parts) => {
      await receiveInboundMail(workspace, parts);

      const thread = await onlyThread(workspace);
      expect(thread.message_count).toBe(1);
      expect(JSON.stringify(thread)).not.toMatch(/\\u(?:d[89a-f])/i);
    },
  );
});

test('a very large message removes no text from earlier messages of the thread', async () => {
  await receiveInboundMail(workspace, { messageId: '<first@example.com>', body: 'One.' });
  await receiveInboundMail(workspace, { inReplyTo: '<first@example.com>', body: 'Two.' });
  await receiveInboundMail(workspace, { inReplyTo: '<first@example.com>', body: 'z'.repeat(2_499_550) });

  const { message_count, messages } = await onlyThread(workspace);

  expect(message_count).toBe(3);
  expect(messages.map(({ text }: { text: string }) => text.slice(0, 4))).toEqual(['One.', 'Two.', 'zzzz']);
});
