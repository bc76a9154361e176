import { randomBytes } from 'node:crypto';
import { arrives, onlyReceived, onlyThread } from '../../support/inbox';
import { arrive } from '../../support/correspondent';
import { Service } from '../../support/service';
import { type Actor, anActor } from '../../support/actor';

let service: Service;
let desk: Actor;

beforeAll(async () => {
  service = await Service.start();
});

beforeEach(async () => {
  desk = await anActor(service, { marketing: true });
});

afterAll(() => service.stop());

const MB = 1_048_576;

/** Lambda's limit of an answer. */
const answerMax = 6_291_556;

/** So many bytes of words, each line its own. */
const words = (bytes: number, word: string): string => {
  const line = `${word} wrote this line, and has more to say than anybody would read.\r\n`;
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
};

const thread = async () => {
  const [{ id }] = (await desk.api('GET', '/v1/threads')).body.data;
  const response = await fetch(`${service.at.api}/v1/threads/${id}`, {
    headers: { Authorization: `Bearer ${desk.key}` },
  });
  const text = await response.text();
  return { status: response.status, bytes: Buffer.byteLength(text), body: JSON.parse(text) };
};

test('a mail of 40 MB comes in, with its text and all', async () => {
  const head = [
    'From: kim@example.com',
    `To: ${desk.from}`,
    'Subject: Large',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=frontier',
    '',
    '--frontier',
    'Content-Type: text/plain',
    '',
    'See the film.',
    '--frontier',
    'Content-Type: video/mp4; name=film.mp4',
    'Content-Disposition: attachment; filename=film.mp4',
    'Content-Transfer-Encoding: base64',
    '',
    '',
  ].join('\r\n');
  const line = `${randomBytes(57).toString('base64')}\r\n`;
  const end = '--frontier--\r\n';
  const lines = line.repeat(Math.floor((40 * MB - head.length - end.length) / line.length));

  await arrive(service, { rcpt: desk.from }, Buffer.from(`${head}${lines}${end}`));
  await service.settle();

  expect(await onlyReceived(desk)).toMatchObject({ subject: 'Large', text: 'See the film.' });
});

test('a mail of 3 MB of text is shown, and its whole thread answers', async () => {
  const body = words(3 * MB, 'Kim');

  await arrives(desk, { body });

  const { status, bytes, body: shown } = await thread();
  expect(status).toBe(200);
  expect(bytes).toBeLessThan(answerMax);
  expect(shown.messages).toMatchObject([{ text: expect.stringMatching(/^Kim wrote/) }]);
  expect(shown.messages[0].text.length).toBeGreaterThan(2.8 * MB);
});

test('of more than one answer can carry, the newest mails keep their words, and all are there', async () => {
  const inReplyTo = '<first@example.com>';
  const about = { headers: ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'] };
  await arrives(desk, { messageId: inReplyTo, subject: 'mail 0', body: words(2 * MB, 'Kim'), ...about });
  for (let index = 1; index < 9; index++) {
    await service.advance(1_000);
    const bytes = index < 8 ? 2 * MB : 1_000;
    await arrives(desk, { inReplyTo, subject: `mail ${index}`, body: words(bytes, 'Lee'), ...about });
  }

  const { status, bytes, body } = await thread();

  const said: { subject: string; text: string | null; raw_text: string | null }[] = body.messages;
  expect(status).toBe(200);
  expect(bytes).toBeLessThan(answerMax);
  expect(body.message_count).toBe(9);
  expect(said.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 9 }, (_, index) => `mail ${index}`),
  );
  expect(said.slice(-2).map(({ text }) => text?.slice(0, 9))).toEqual(['Lee wrote', 'Lee wrote']);
  expect(said.slice(0, 5).map(({ text, raw_text }) => [text, raw_text])).toEqual(
    Array.from({ length: 5 }, () => [null, null]),
  );
});

test('a small conversation is shown whole, HTML and all', async () => {
  await arrives(desk, {
    headers: ['MIME-Version: 1.0', 'Content-Type: text/html'],
    body: `<p>${'Hello. '.repeat(20_000)}</p>`,
  });

  const { messages } = await onlyThread(desk);
  expect(messages[0].html.length).toBeGreaterThan(140_000);
  expect(messages[0].raw_text.length).toBeGreaterThan(139_000);
});
