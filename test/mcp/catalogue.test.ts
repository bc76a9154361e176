import { InMemoryTransport } from '@modelcontextprotocol/server';
import { Client } from '@modelcontextprotocol/client';
import { routes } from '../../functions/api/routes';
import { choiceOf } from '../../packages/mcp/src/choice';
import { operations } from '../../packages/mcp/src/operations';
import { toolServer } from '../../packages/mcp/src/server';
import { allTools } from '../../packages/mcp/src/tools';
import { CarrierNest } from '../../packages/sdk/src';
import { knownTools } from './support/known-tools';

const nest = new CarrierNest({ url: 'http://127.0.0.1:1', key: 'sk_live_nobody' });

async function catalogue(toolsets: string) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await toolServer({ nest, choice: choiceOf({ toolsets }) }).connect(ours);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(theirs);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

const hintNames = { R: 'readOnlyHint', D: 'destructiveHint', o: 'openWorldHint', i: 'idempotentHint' };

describe('the tools that agents know', () => {
  test('are there under their names, and no others unless asked for', async () => {
    const names = (await catalogue('default')).map(({ name }) => name);

    expect(names.toSorted()).toEqual(Object.keys(knownTools).toSorted());
  });

  test.each(Object.entries(knownTools))('%s takes the arguments that it took', async (name, { args }) => {
    const tool = (await catalogue('default')).find((one) => one.name === name);
    const { properties = {}, required = [] } = tool?.inputSchema ?? {};

    const told = Object.keys(properties).map((arg) => (required.includes(arg) ? `${arg}*` : arg));

    const ours = args.includes('before') ? [] : ['before'];
    expect(told.filter((arg) => !ours.includes(arg)).toSorted()).toEqual([...args].toSorted());
  });

  test.each(Object.entries(knownTools))('%s tells what it does to the world', async (name, { hints }) => {
    const tool = (await catalogue('default')).find((one) => one.name === name);

    const told = Object.entries(hintNames).flatMap(([letter, hint]) =>
      tool?.annotations?.[hint as keyof typeof tool.annotations] ? [letter] : [],
    );
    // What reads can be repeated.
    const wanted = hints.includes('R') ? [...hints, 'i'] : [...hints];
    expect(told.toSorted()).toEqual([...new Set(wanted)].toSorted());
  });
});

describe('hosts take the catalogue whole', () => {
  test('it has less than 40,000 characters, and no tool more than 4,000', async () => {
    const tools = await catalogue('default');

    expect(JSON.stringify(tools).length).toBeLessThan(40_000);
    for (const tool of await catalogue('all')) expect(JSON.stringify(tool).length).toBeLessThan(4_000);
  });

  test('no reference and no union, which some hosts drop a tool for', async () => {
    const text = JSON.stringify(await catalogue('all'));

    expect(text).not.toMatch(/"\$ref"|"anyOf"|"oneOf"|"allOf"|"type":\[/);
  });

  test('the shape of ten results is told, and all four hints of each tool', async () => {
    const tools = await catalogue('all');

    expect(tools.filter(({ outputSchema }) => outputSchema)).toHaveLength(10);
    for (const { annotations } of tools) expect(Object.keys(annotations ?? {})).toHaveLength(4);
  });
});

describe('every tool is one call of the API', () => {
  test('and every operation but those of keys has one', () => {
    const without = ['getOpenapi', 'getCredential'];
    const documented = routes.filter(({ undocumented }) => !undocumented).map(({ name }) => name);
    const called = new Set<string>(allTools.map(({ operation }) => operation));

    expect(documented.filter((name) => !called.has(name) && !without.includes(name))).toEqual([]);
  });

  test.each(allTools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
    const route = routes.find(({ name }) => name === tool.operation);
    const { path, query, scopes } = operations[tool.operation];
    const named = [...(route?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

    expect(path).toEqual(named);
    expect([...query]).toEqual(Object.keys(route?.query ?? {}));
    expect([...scopes]).toEqual([route?.scope].flat());
    const inPath = tool.path ?? path;
    expect(inPath).toHaveLength(named.length);
    expect(Object.keys(tool.args)).toEqual(expect.arrayContaining([...inPath]));
  });
});
