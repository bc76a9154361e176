#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { CarrierNest } from '@carrier-nest/sdk';
import { messageOf, serveTools } from './serve-tools.ts';
import { parseToolSelection, type ToolSelection } from './tool-selection.ts';
import { defaultToolsets, toolsets } from './tools/index.ts';
import { version } from './version.ts';

const help = `carrier-nest-mcp ${version}: the tools of Carrier Nest for agents, over stdio

  CARRIER_NEST_URL   the URL of the service, which is the stack output ApiEndpoint
  CARRIER_NEST_KEY   an API key; the server offers only the tools that the key may use

  --toolsets A,B     default, all, or one or more of:
                     ${Object.keys(toolsets).join(', ')}
                     default means ${defaultToolsets.join(', ')}
  --read-only        only tools that change nothing
  --exclude X,Y      omit these tools
  --version, --help
`;

const startup = parseCommandLine();
if (startup) await serveTools(startup).catch(failWithUsage);

/** Returns the client and the selected tools, or undefined if the program has already printed its output. */
function parseCommandLine(): { client: CarrierNest; selection: ToolSelection } | undefined {
  try {
    const { values } = parseArgs({
      options: {
        toolsets: { type: 'string' },
        'read-only': { type: 'boolean' },
        exclude: { type: 'string' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
    if (values.help || values.version) {
      process.stdout.write(values.help ? help : `${version}\n`);
      return undefined;
    }
    const { toolsets: toolsetNames, 'read-only': readOnly, exclude } = values;
    return {
      client: new CarrierNest(),
      selection: parseToolSelection({ toolsets: toolsetNames, readOnly, exclude }),
    };
  } catch (error) {
    failWithUsage(error);
    return undefined;
  }
}

/** Writes to stderr, because stdout carries the protocol. */
function failWithUsage(error: unknown): void {
  process.stderr.write(`carrier-nest-mcp: ${messageOf(error)}\n\n${help}`);
  process.exitCode = 2;
}
