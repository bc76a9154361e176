import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiverProcess } from '../sdk/support/receiver-process';
import { codeBlocksOf } from '../support/code-blocks';
import { Project } from '../support/project';
import { makeTempDir } from '../support/run/run-dir';
import { Service } from '../support/service';
import { packTarball } from '../support/tarballs';

// The tests follow the READMEs from tarballs, in otherwise empty folders, with a running service.

let service: Service;

beforeAll(async () => {
  // The snippets compare the time of a webhook with the real time.
  service = await Service.start(makeTempDir());
});

afterAll(() => service.stop());

const readme = (name: string): string => readFileSync(`packages/${name}/README.md`, 'utf8');

/** Replaces what the README leaves to the reader. Fails if the README does not contain it. */
function fillIn(code: string, values: Record<string, string>): string {
  for (const placeholder of Object.keys(values)) expect(code).toContain(placeholder);
  return Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), code);
}

describe('the README of the SDK', () => {
  const [send = '', list = '', retry = '', webhook = ''] = codeBlocksOf(readme('sdk')).flatMap(
    ({ language, code }) => (language === 'ts' ? [code] : []),
  );
  let project: Project;
  let receiver: ReceiverProcess | undefined;

  beforeAll(() => {
    project = new Project();
    project.write('package.json', '{ "private": true, "type": "module" }');
    project.install(packTarball('@carrier-nest/sdk'));
    project.link('@types/node', 'undici-types');
  });

  afterAll(() => receiver?.stop());

  test('sends an email, lists emails, and sends once with its own idempotency key', async () => {
    const email =
      "const email = { from: 'desk@mail.local.test', to: 'ann@example.com', subject: 'Order 77', text: 'On its way.' };\n";
    const program = fillIn(send, { 'http://127.0.0.1:3000': service.metadata.api });
    project.write('first.ts', `${program}${list}${email}${retry}${retry}`);

    expect(project.compile('first.ts')).toEqual({ status: 0, output: '' });
    expect(project.run(process.execPath, ['first.js'], { CARRIER_NEST_KEY: service.metadata.key })).toEqual({
      status: 0,
      output: expect.stringMatching(/^(sent|delivered) Your parcel\n$/),
    });
    expect(await service.outbox('?to=ann@example.com')).toHaveLength(1);
  });

  test('verifies the webhooks of the service, and refuses others', async () => {
    const [imports = '', verification = ''] = webhook.split(/(?=^const event)/m);
    project.write(
      'receiver.ts',
      `import { createServer } from 'node:http';
      import { buffer } from 'node:stream/consumers';
      ${imports}
      const server = createServer(async (request, response) => {
        const body = await buffer(request);
        try {
          ${fillIn(verification, { "'whsec_…'": "String(process.env['WEBHOOK_SECRET'])" })}
          console.log('verified', event.type);
          response.writeHead(204).end();
        } catch (error) {
          response.writeHead(400).end();
          console.log('refused', Object(error).name);
        }
      });
      server.listen(0, '127.0.0.1', () => console.log('listening on ' + Object(server.address()).port));`,
    );
    expect(project.compile('receiver.ts', '--noEmit')).toEqual({ status: 0, output: '' });
    const { body: endpoint } = await service.api('POST', '/v1/webhook-endpoints', {
      body: { url: 'http://hooks.acme.example/', events: ['delivery'] },
    });
    receiver = await ReceiverProcess.start(join(project.folder, 'receiver.ts'), endpoint.secret, {});
    await service.control('PUT', '/hosts/hooks.acme.example', { to: `127.0.0.1:${receiver.port}` });

    await service.api('POST', '/v1/emails', {
      body: { from: 'desk@mail.local.test', to: 'ben@example.com', subject: 'Hello', text: 'It works.' },
    });
    await receiver.waitForOutput('verified delivery');
    const forged = await fetch(`http://127.0.0.1:${receiver.port}`, { method: 'POST', body: '{}' });

    expect(forged.status).toBe(400);
    await receiver.waitForOutput('refused WebhookVerificationError');
  });
});

test('with the settings in the README of the MCP server, a host offers the tools and sends an email', async () => {
  const project = new Project();
  project.write('package.json', '{ "private": true }');
  project.install(packTarball('@carrier-nest/mcp'));
  const [settings] = codeBlocksOf(readme('mcp')).filter(({ language }) => language === 'json');
  const { command, args, env } = JSON.parse(
    fillIn(settings?.code ?? '', {
      'http://127.0.0.1:3000': service.metadata.api,
      'sk_live_…': service.metadata.key,
    }),
  ).mcpServers['carrier-nest'];
  const { PATH = '', HOME = '' } = process.env;
  const client = new Client({ name: 'test', version: '1.0.0' });

  await client.connect(
    new StdioClientTransport({ command, args, cwd: project.folder, env: { PATH, HOME, ...env } }),
  );
  const { tools } = await client.listTools();
  const result = await client.callTool({
    name: 'send_email',
    arguments: {
      from: 'desk@mail.local.test',
      to: 'cleo@example.com',
      subject: 'Hello',
      text: 'It works.',
    },
  });
  await client.close();

  expect(result).not.toHaveProperty('isError', true);
  expect(readme('mcp')).toContain(`${tools.length} tools by default`);
  expect(await service.outbox('?to=cleo@example.com')).toHaveLength(1);
});
