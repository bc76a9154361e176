import type { CarrierNest, Credential } from '@carrier-nest/sdk';
import { fromJsonSchema, McpServer, type JsonSchemaType } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { toolsOf, type Choice } from './choice.ts';
import { instructionsFor } from './instructions.ts';
import { results } from './results.ts';
import { runTool } from './run.ts';
import type { Tool } from './tool.ts';
import { version } from './version.ts';

export interface Serving {
  nest: CarrierNest;
  choice: Choice;
  /** Whom it serves, where that is known: tools that they may not use are left out. */
  credential?: Credential | undefined;
}

/** A tool server for one credential, and one connection or request. */
export function toolServer({ nest, choice, credential }: Serving): McpServer {
  const server = new McpServer(
    { name: 'carrier-nest', title: 'Carrier Nest', version },
    { capabilities: { tools: {} }, instructions: instructionsFor(credential) },
  );
  for (const tool of toolsOf(choice, credential)) register(server, nest, tool);
  return server;
}

function register(server: McpServer, nest: CarrierNest, tool: Tool): void {
  const { name, title, description, hints: annotations } = tool;
  const [args, outputSchema] = [z.strictObject(tool.args), outputOf(tool)];
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: inputOf(args), ...(outputSchema && { outputSchema }) },
    (given, { mcpReq: { signal } }) => runTool(nest, tool, () => args.parse(given), signal),
  );
}

/**
 * Told without the line that names the dialect: it would be a tenth of the catalogue. Whoever runs the tool reads the
 * arguments, so that a refusal of theirs is like any other.
 */
function inputOf(args: z.ZodObject) {
  const told = { ...z.toJSONSchema(args, { io: 'input' }), $schema: undefined };
  const validate = (value: unknown) => ({ value });
  const jsonSchema = { input: () => told, output: () => told };
  return { '~standard': { ...args['~standard'], validate, jsonSchema } };
}

const shapes: Readonly<Record<string, object>> = results;

const outputOf = ({ isRead, operation }: Tool) =>
  isRead && fromJsonSchema<Record<string, unknown>>(shapes[operation] as JsonSchemaType);
