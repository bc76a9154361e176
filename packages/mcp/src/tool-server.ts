import type { CarrierNest, Credential } from '@carrier-nest/sdk';
import { fromJsonSchema, McpServer, type JsonSchemaType } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { selectTools, type ToolSelection } from './tool-selection.ts';
import { buildInstructions } from './instructions.ts';
import { toInputSchema } from './input-schema.ts';
import { readArguments } from './read-arguments.ts';
import { results } from './results.ts';
import { runTool } from './run-tool.ts';
import type { Tool } from './tool.ts';
import { version } from './version.ts';

export interface ToolServerOptions {
  client: CarrierNest;
  selection: ToolSelection;
  /** If given, the server omits tools that the credential may not use. */
  credential?: Credential | undefined;
}

/** Creates a tool server for one credential, and one connection or request. */
export function createToolServer({ client, selection, credential }: ToolServerOptions): McpServer {
  const server = new McpServer(
    { name: 'carrier-nest', title: 'Carrier Nest', version },
    // The list never changes, and the HTTP transport could not notify clients.
    { capabilities: { tools: { listChanged: false } }, instructions: buildInstructions(credential) },
  );
  for (const tool of selectTools(selection, credential)) registerTool(server, client, tool);
  return server;
}

function registerTool(server: McpServer, client: CarrierNest, tool: Tool): void {
  const { name, title, description, hints: annotations } = tool;
  const [args, outputSchema] = [z.strictObject(tool.args), outputSchemaOf(tool)];
  server.registerTool(
    name,
    {
      title,
      description,
      annotations,
      inputSchema: inputSchemaOf(args),
      ...(outputSchema && { outputSchema }),
    },
    (rawArgs, { mcpReq: { signal } }) =>
      runTool(client, tool, () => args.parse(readArguments(args, rawArgs)), signal),
  );
}

/** Accepts all arguments, because `runTool` validates them and reports invalid arguments like other errors. */
function inputSchemaOf(args: z.ZodObject) {
  const inputSchema = toInputSchema(args);
  const validate = (value: unknown) => ({ value });
  const jsonSchema = { input: () => inputSchema, output: () => inputSchema };
  return { '~standard': { ...args['~standard'], validate, jsonSchema } };
}

const outputSchemas: Readonly<Record<string, JsonSchemaType>> = results;

function outputSchemaOf({ hasOutputSchema, operation }: Tool) {
  const schema = hasOutputSchema && outputSchemas[operation];
  return schema && fromJsonSchema<Record<string, unknown>>(schema);
}
