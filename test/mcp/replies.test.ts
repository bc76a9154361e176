import { CarrierNest } from '@carrier-nest/sdk';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { parseToolSelection } from '../../packages/mcp/src/tool-selection';
import { createToolServer } from '../../packages/mcp/src/tool-server';
import type { MailParts } from '../support/inbound-mail';
import { receiveInboundMail } from '../support/inbound-mails';
import { createTestWorkspace, type TestWorkspace } from '../support/test-workspace';
import { useService } from '../support/use-service';

const service = useService();
let workspace: TestWorkspace;
let client: CarrierNest;
let mcpClient: Client;
/** Whether messages lack a field that the SDK requires, as after a defect. */
let isFieldMissing = false;

beforeAll(async () => {
  workspace = await createTestWorkspace(service);
  const omittingFetch: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (!isFieldMissing) return response;
    const body = (await response.json()) as object;
    return Response.json({ ...body, reply_to: undefined });
  };
  client = new CarrierNest({ url: service.metadata.api, key: workspace.key, fetch: omittingFetch });
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await createToolServer({ client, selection: parseToolSelection({ toolsets: 'replies' }) }).connect(
    serverTransport,
  );
  mcpClient = new Client({ name: 'test', version: '1.0.0' });
  await mcpClient.connect(clientTransport);
});

afterEach(() => {
  isFieldMissing = false;
});

afterAll(() => mcpClient.close());

/** Receives a message, and returns its id. */
async function receive(parts: MailParts): Promise<string> {
  await receiveInboundMail(workspace, parts);
  const { data } = await client.listThreads({ limit: 1 });
  const { messages } = await client.getThread(String(data[0]?.id));
  return String(messages[0]?.id);
}

async function reply(message: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await mcpClient.callTool({
    name: 'reply',
    arguments: { message_id: message, text: 'Hi', ...args },
  });
  const [first] = content;
  return { isError, text: first?.type === 'text' ? first.text : '' };
}

// M-13
test('a reply to an address that may not belong to the conversation needs the consent of the user', async () => {
  const message = await receive({ headers: ['Reply-To: mallory@example.net'] });

  const refused = await reply(message);
  await service.settle();
  const outbox = await service.outbox(`?workspace_id=${workspace.workspaceId}`);
  const sent = await reply(message, { allow_unknown: true });

  expect(refused).toEqual({
    isError: true,
    text: expect.stringMatching(/mallory@example\.net[^]*\nNext: show the addresses to the user/),
  });
  expect(outbox).toEqual([]);
  expect(sent.isError).toBe(false);
  expect(JSON.parse(sent.text)).toMatchObject({ status: 'sent', known_participant: false });
});

// M-5
test('an argument that the SDK refuses is invalid, and a defect is not the fault of the arguments', async () => {
  const message = await receive({ to: 'list@example.org' });

  const refused = await reply(message);
  isFieldMissing = true;
  const failed = await reply(message, { from: workspace.from });

  expect(refused).toEqual({
    isError: true,
    text: expect.stringContaining('422 invalid_request: Give `from`'),
  });
  expect(failed).toEqual({
    isError: true,
    text: expect.stringMatching(/^The tool failed: .*\nNext: tell the user\. Do not repeat the call/),
  });
});
