import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { outcomeTools } from '../../packages/mcp/src/describe-retry';
import { parseToolSelection } from '../../packages/mcp/src/tool-selection';
import { createToolServer } from '../../packages/mcp/src/tool-server';
import { allTools } from '../../packages/mcp/src/tools';
import { CarrierNest } from '@carrier-nest/sdk';
import { aDomain, aWorkspace } from '../support/factories';
import { useService } from '../support/use-service';

const service = useService();
let isResponseLost = false;
let mcpClient: Client;
let from: string;

beforeAll(async () => {
  const { id, key } = await aWorkspace(service);
  from = `desk@${(await aDomain(service, id)).domain}`;
  const losingFetch: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (isResponseLost) throw new TypeError('The connection broke');
    return response;
  };
  const client = new CarrierNest({ url: `${service.metadata.api}/`, key, retries: 0, fetch: losingFetch });
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await createToolServer({ client, selection: parseToolSelection({}) }).connect(serverTransport);
  mcpClient = new Client({ name: 'test', version: '1.0.0' });
  await mcpClient.connect(clientTransport);
});

afterAll(() => mcpClient.close());

async function call(name: string, args: Record<string, unknown>, { loseResponse = false } = {}) {
  isResponseLost = loseResponse;
  const { content, isError = false } = await mcpClient.callTool({ name, arguments: args });
  isResponseLost = false;
  const [first] = content;
  return { isError, text: first?.type === 'text' ? first.text : '' };
}

// M-10
test('a send whose response is lost names its key, and a repetition with the key sends nothing', async () => {
  const mail = { from, to: 'kim@example.com', subject: 'Once', text: 'Hi' };

  const lost = await call('send_email', mail, { loseResponse: true });
  const key = /idempotency_key: "([^"]+)"/.exec(lost.text)?.[1];
  const repeated = await call('send_email', { ...mail, idempotency_key: key });

  expect(lost.isError).toBe(true);
  expect(lost.text).toContain('call list_emails first');
  expect(repeated.isError).toBe(false);
  await service.settle();
  expect(await service.outbox(`?message_id=${JSON.parse(repeated.text).id}`)).toHaveLength(1);
  const { data } = JSON.parse((await call('list_emails', {})).text);
  expect(data).toHaveLength(1);
});

test('a key of the caller is named again', async () => {
  const mail = { from, to: 'kim@example.com', subject: 'Own key', text: 'Hi', idempotency_key: 'own' };

  const { text } = await call('send_email', mail, { loseResponse: true });

  expect(text).toContain('idempotency_key: "own"');
});

test('a tool that reads says that it can be repeated', async () => {
  const { text } = await call('get_usage', {}, { loseResponse: true });

  expect(text).toContain('This tool only reads, so repeating it is safe');
  expect(text).not.toContain('idempotency_key');
});

test('a tool without a key names the tool that shows the outcome', async () => {
  const args = { name: 'signed_up', email: 'kim@example.com' };

  const { text } = await call('emit_event', args, { loseResponse: true });

  expect(text).toContain('may have taken effect');
  expect(text).toContain('call list_automation_enrollments before you repeat it');
});

test('each tool that must not be repeated takes a key or has a tool that shows the outcome', () => {
  const names = allTools
    .filter(({ hints }) => !hints.readOnlyHint && !hints.idempotentHint)
    .filter(({ args }) => !('idempotency_key' in args))
    .map(({ name }) => name);

  expect(names.toSorted()).toEqual(Object.keys(outcomeTools).toSorted());
  const toolNames = allTools.filter(({ hints }) => hints.readOnlyHint).map(({ name }) => name);
  expect(toolNames).toEqual(expect.arrayContaining(Object.values(outcomeTools)));
});
