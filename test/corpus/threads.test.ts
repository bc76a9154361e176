import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrive } from '../support/correspondent';
import { Service } from '../support/service';
import { anActor } from '../support/actor';

interface Message {
  file: string;
  date_ts: number;
  expected: { thread: string };
}

const folder = join(process.env.CORPUS ?? '', 'mime');
const { messages }: { messages: Message[] } = JSON.parse(
  readFileSync(join(folder, 'manifest_threads.json'), 'utf8'),
);

let service: Service;
/** By file, the thread that it came to. */
const threadOf = new Map<string, string>();

beforeAll(async () => {
  service = await Service.start();
  const desk = await anActor(service, { marketing: true });
  for (const { file } of messages.toSorted((a, b) => a.date_ts - b.date_ts)) {
    await arrive(service, { rcpt: desk.from }, readFileSync(join(folder, file)));
    await service.settle();
    const [latest] = (await desk.api('GET', '/v1/threads?limit=1')).body.data;
    threadOf.set(file, latest.id);
  }
});

afterAll(() => service.stop());

const together = (file: string): string[] =>
  messages.filter((other) => threadOf.get(other.file) === threadOf.get(file)).map((other) => other.file);

test.each(messages.map((message) => [message.file, message] as const))(
  '%s is in one conversation with all of its thread, and with no other',
  (file, { expected }) => {
    const wanted = messages.filter((other) => other.expected.thread === expected.thread);

    expect(together(file).toSorted()).toEqual(wanted.map((other) => other.file).toSorted());
  },
);
