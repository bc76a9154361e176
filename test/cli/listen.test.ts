import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '../../packages/sdk/src';
import { receiveInboundMail } from '../support/inbound-mails';
import { createTestWorkspace, type TestWorkspace } from '../support/test-workspace';
import { useService } from '../support/use-service';
import { waitUntil } from '../support/wait-until';

const service = useService();
let workspace: TestWorkspace;
let receiver: Server;
const received: { body: string; signature: string }[] = [];

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
  received.length = 0;
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ body, signature: String(request.headers['x-cn-signature']) });
      response.end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => receiver.close());

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['node_modules/.bin/carrier-nest', 'listen', ...args], {
    env: { ...process.env, CARRIER_NEST_URL: service.metadata.api, CARRIER_NEST_KEY: workspace.key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const feeds = async () => (await workspace.api('GET', '/v1/feeds')).body.data;

// CL-9
test('listen prints events, forwards them signed, and deletes its feed', async () => {
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hooks`;
  const child = start('--events', 'inbound', '--max', '2', '--secret', 'whsec_test', '--forward', url);
  if (!child.stdout) throw new Error('The output is not piped');
  const [output, exit] = [text(child.stdout), once(child, 'exit')];
  await waitUntil(
    async () => (await feeds()).length === 1,
    () => 'The command created no feed',
  );

  await receiveInboundMail(workspace, { subject: 'one' });
  await receiveInboundMail(workspace, { subject: 'two', messageId: '<two@example.com>', body: 'two' });

  expect(await exit).toEqual([0, null]);
  const printed = (await output)
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(printed).toMatchObject([{ subject: 'one' }, { subject: 'two' }]);
  const verified = received.map((request) => verifyWebhook({ ...request, secret: 'whsec_test' }));
  expect(await Promise.all(verified)).toEqual(printed);
  expect(await feeds()).toEqual([]);
});

// CL-9
test('listen refuses an unknown event type', async () => {
  const child = start('--events', 'nothing');
  if (!child.stderr) throw new Error('The output is not piped');
  const [errors, [exitCode]] = [text(child.stderr), await once(child, 'exit')];

  expect(exitCode).not.toBe(0);
  expect(await errors).toContain('Unknown event type nothing');
});
