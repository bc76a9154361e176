import { arrives, onlyThread } from '../../support/inbox';
import type { MailParts } from '../../support/correspondent';
import { type Actor, anActor } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service);
});

describe('half a surrogate pair', () => {
  test.each<[string, MailParts]>([
    ['in a subject that is cut', { subject: `${'a'.repeat(997)}😀` }],
    ['in a decoded subject', { subject: '=?utf-7?Q?+2D0-?=' }],
    ['in a subject of UTF-16', { subject: '=?utf-16le?B?PdgB?=' }],
    ['in an address', { from: '=?utf-7?Q?a+2D0-b=40evil.example?=' }],
    ['in Cc', { headers: ['Cc: =?utf-7?Q?a+2D0-b=40evil.example?='] }],
    ['in a body', { headers: ['Content-Type: text/plain; charset=utf-7'], body: 'lone +2D0- end' }],
  ])('%s loses no mail, and makes no transcript unreadable', async (_where, parts) => {
    await arrives(desk, parts);

    const thread = await onlyThread(desk);
    expect(thread.message_count).toBe(1);
    expect(JSON.stringify(thread)).not.toMatch(/\\u(?:d[89a-f])/i);
  });
});

test('a mail as large as an answer takes nothing away from those before it', async () => {
  await arrives(desk, { messageId: '<first@example.com>', body: 'One.' });
  await arrives(desk, { inReplyTo: '<first@example.com>', body: 'Two.' });
  await arrives(desk, { inReplyTo: '<first@example.com>', body: 'z'.repeat(2_499_550) });

  const { message_count, messages } = await onlyThread(desk);

  expect(message_count).toBe(3);
  expect(messages.map(({ text }: { text: string }) => text.slice(0, 4))).toEqual(['One.', 'Two.', 'zzzz']);
});
