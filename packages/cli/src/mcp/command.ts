import { serveTools } from '../../../mcp/src/serve-tools';
import {
  InvalidToolSelection,
  parseToolSelection,
  type ToolSelection,
} from '../../../mcp/src/tool-selection';
import { defaultToolsets, toolsets } from '../../../mcp/src/tools/index';
import { ApiError, CarrierNest, InvalidArgumentError } from '../../../sdk/src';
import type { CommandDetails, ParsedValues } from '../command-line/command';
import { serviceOptions } from '../command-line/service-options';
import { asString } from '../command-line/target';
import { UsageError } from '../command-line/usage-error';
import { distribution } from '../distribution';

/** The MCP server (docs/agents.md), for the service in the environment variables or the local runtime. */
export const mcpCommand: CommandDetails = {
  args: [],
  options: {
    toolsets: {
      hint: 'A,B',
      summary: `default (${defaultToolsets.join(', ')}), all, or one or more of ${Object.keys(toolsets).join(', ')}`,
    },
    'read-only': { summary: 'only tools that change nothing' },
    exclude: { hint: 'X,Y', summary: 'omit these tools' },
  },
  examples: [
    ['carrier-nest mcp', `serve the tools of the local runtime with its data in ${distribution.dataDir}`],
    [
      'CARRIER_NEST_URL=https://… CARRIER_NEST_KEY=… carrier-nest mcp --read-only',
      'serve those of a deployment',
    ],
  ],
  run: async (_args, values) => {
    await serve(values);
    return 0;
  },
};

async function serve(values: ParsedValues): Promise<void> {
  try {
    await serveTools({ client: new CarrierNest(serviceOptions()), selection: readSelection(values) });
  } catch (error) {
    const isUsageError =
      error instanceof InvalidToolSelection ||
      error instanceof InvalidArgumentError ||
      error instanceof ApiError;
    throw isUsageError ? new UsageError(error.message, { cause: error }) : error;
  }
}

const readSelection = (values: ParsedValues): ToolSelection =>
  parseToolSelection({
    toolsets: asString(values['toolsets']),
    readOnly: values['read-only'] === true,
    exclude: asString(values['exclude']),
  });
