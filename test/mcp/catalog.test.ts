import { InMemoryTransport } from '@modelcontextprotocol/server';
import { Client } from '@modelcontextprotocol/client';
import { routes } from '../../functions/api/routes';
import { parseToolSelection } from '../../packages/mcp/src/tool-selection';
import { operations } from '../../packages/mcp/src/operations';
import { createToolServer } from '../../packages/mcp/src/tool-server';
import { allTools } from '../../packages/mcp/src/tools';
import { CarrierNest } from '../../packages/sdk/src';
import { knownTools } from './support/known-tools';

const apiClient = new CarrierNest({ url: 'http://127.0.0.1:1', key: 'sk_live_nobody' });

async function listCatalog(toolsets: string) {
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await createToolServer({ client: apiClient, selection: parseToolSelection({ toolsets }) }).connect(
    serverTransport,
  );
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(clientTransport);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the schema and all schemas in it. */
function schemasIn(schema: JsonSchema): JsonSchema[] {
  const members = [...Object.values(schema['properties'] ?? {}), ...[schema['items'] ?? []].flat()];
  return [schema, ...members.flatMap((member) => schemasIn(member as JsonSchema))];
}

const hintNames = { R: 'readOnlyHint', D: 'destructiveHint', o: 'openWorldHint', i: 'idempotentHint' };

describe('the tools that agents already know', () => {
  // M-1
  test('keep their names, and are the only tools listed by default', async () => {
    const names = (await listCatalog('default')).map(({ name }) => name);

    expect(names.toSorted()).toEqual(Object.keys(knownTools).toSorted());
  });

  // M-1
  test.each(Object.entries(knownTools))('%s keeps its arguments', async (name, { args }) => {
    const tool = (await listCatalog('default')).find((candidate) => candidate.name === name);
    const { properties = {}, required = [] } = tool?.inputSchema ?? {};

    const actualHints = Object.keys(properties).map((arg) => (required.includes(arg) ? `${arg}*` : arg));

    const serverTransport = args.includes('before') ? [] : ['before'];
    expect(actualHints.filter((arg) => !serverTransport.includes(arg)).toSorted()).toEqual(
      [...args].toSorted(),
    );
  });

  // M-2
  test.each(Object.entries(knownTools))('%s declares its hints', async (name, { hints }) => {
    const tool = (await listCatalog('default')).find((candidate) => candidate.name === name);

    const actualHints = Object.entries(hintNames).flatMap(([letter, hint]) =>
      tool?.annotations?.[hint as keyof typeof tool.annotations] ? [letter] : [],
    );
    // A tool that only reads is idempotent.
    const expectedHints = hints.includes('R') ? [...hints, 'i'] : [...hints];
    expect(actualHints.toSorted()).toEqual([...new Set(expectedHints)].toSorted());
  });
});

describe('the tool catalog', () => {
  test('has fewer than 40,000 characters, and fewer than 4,000 for each tool', async () => {
    const tools = await listCatalog('default');

    expect(JSON.stringify(tools).length).toBeLessThan(40_000);
    for (const tool of await listCatalog('all')) expect(JSON.stringify(tool).length).toBeLessThan(4_000);
  });

  // M-8
  test('uses only keywords that all large hosts take, and gives each property one type', async () => {
    const allowedKeywords = [
      'type description enum default minimum maximum minLength maxLength pattern',
      'minItems maxItems required properties items',
    ].flatMap((line) => line.split(' '));
    const types = ['object', 'array', 'string', 'integer', 'number', 'boolean'];
    const tools = await listCatalog('all');

    const found = tools.flatMap(({ inputSchema, outputSchema }) =>
      [inputSchema, outputSchema].flatMap((schema) => (schema ? schemasIn(schema) : [])),
    );

    expect(found.length).toBeGreaterThan(500);
    expect(found.filter(({ type }) => !types.includes(String(type)))).toEqual([]);
    expect(found.filter(({ type, items }) => type === 'array' && items === undefined)).toEqual([]);
    expect(
      found.flatMap(({ required = [], properties = {} }) =>
        (required as string[]).filter((name) => !Object.hasOwn(properties as object, name)),
      ),
    ).toEqual([]);
    const keywords = new Set(found.flatMap((schema) => Object.keys(schema)));
    expect([...keywords].filter((keyword) => !allowedKeywords.includes(keyword))).toEqual([]);
  });

  test('declares an output schema for ten tools and all four hints for each tool', async () => {
    const tools = await listCatalog('all');

    expect(tools.filter(({ outputSchema }) => outputSchema)).toHaveLength(10);
    for (const { annotations } of tools) expect(Object.keys(annotations ?? {})).toHaveLength(4);
  });
});

describe('every tool makes one API call', () => {
  // M-3
  test('every operation except getOpenapi and getCredential has a tool', () => {
    const excludedOperations = ['getOpenapi', 'getCredential'];
    const documented = routes.filter(({ undocumented }) => !undocumented).map(({ name }) => name);
    const calledOperations = new Set<string>(allTools.map(({ operation }) => operation));

    expect(
      documented.filter((name) => !calledOperations.has(name) && !excludedOperations.includes(name)),
    ).toEqual([]);
  });

  // M-4
  test.each(allTools.filter(({ reply }) => !reply).map((tool) => [tool.name, tool] as const))(
    '%s has the path, query and scopes of its operation',
    (_name, tool) => {
      const route = routes.find(({ name }) => name === tool.operation);
      const { path, query, scopes } = operations[tool.operation];
      const pathParameters = [...(route?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

      expect(path).toEqual(pathParameters);
      expect([...query]).toEqual(Object.keys(route?.query ?? {}));
      expect([...scopes]).toEqual([route?.scope].flat());
      const pathArguments = tool.pathArguments ?? path;
      expect(pathArguments).toHaveLength(pathParameters.length);
      expect(Object.keys(tool.args)).toEqual(expect.arrayContaining([...pathArguments]));
    },
  );
});
