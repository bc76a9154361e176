import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliverInboundMail } from '../support/inbound-mail';
import { Service } from '../support/service';
import { createTestWorkspace } from '../support/test-workspace';

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
/** The thread id of each file. */
const threadByFile = new Map<string, string>();

beforeAll(async () => {
  service = await Service.start();
  const workspace = await createTestWorkspace(service, { marketing: true });
  for (const { file } of messages.toSorted((a, b) => a.date_ts - b.date_ts)) {
    await deliverInboundMail(service, { recipients: workspace.from }, readFileSync(join(folder, file)));
    await service.settle();
    const [latest] = (await workspace.api('GET', '/v1/threads?limit=1')).body.data;
    threadByFile.set(file, latest.id);
  }
});

afterAll(() => service.stop());

const filesInSameThread = (file: string): string[] =>
  messages
    .filter((other) => threadByFile.get(other.file) === threadByFile.get(file))
    .map((other) => other.file);

test.each(messages.map((message) => [message.file, message] as const))(
  '%s is in a thread with exactly the messages that the corpus expects',
  (file, { expected }) => {
    const expectedFiles = messages.filter((other) => other.expected.thread === expected.thread);

    expect(filesInSameThread(file).toSorted()).toEqual(expectedFiles.map((other) => other.file).toSorted());
  },
);
