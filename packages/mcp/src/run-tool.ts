import type { CarrierNest, Download } from '@carrier-nest/sdk';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { toolResult, fileResult, isFileOperation, charactersMax, tooLargeResult } from './tool-result.ts';
import { asRecord } from './as-record.ts';
import { callOperation } from './call-operation.ts';
import { truncateContent, fetchPageToFit, truncateThread } from './truncate-to-fit.ts';
import { operations } from './operations.ts';
import { toErrorResult } from './error-result.ts';
import type { Tool } from './tool.ts';

type Args = Readonly<Record<string, unknown>>;
type CallOperation = (args: Args) => PromiseLike<unknown>;

/** Runs a tool. Converts an error to a result that states the next step. */
export async function runTool(
  client: CarrierNest,
  tool: Tool,
  readArgs: () => Args,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const ignoredFields = new Set<string>();
    const onIgnoredFields = (names: string[]) => names.forEach((name) => ignoredFields.add(name));
    const result = await callTool(tool, readArgs(), (callArgs) =>
      callOperation(client, tool, callArgs, { signal, onIgnoredFields }),
    );
    return withIgnoredFields(result, [...ignoredFields]);
  } catch (error) {
    return toErrorResult(error, tool);
  }
}

/** Adds a sentence instead of a field, because some results have a schema. */
const withIgnoredFields = (result: CallToolResult, names: readonly string[]): CallToolResult =>
  names.length === 0
    ? result
    : { ...result, content: [...result.content, { type: 'text', text: ignoredFieldsNote(names) }] };

const ignoredFieldsNote = (names: readonly string[]): string =>
  `The service ignored these fields, which had no effect: ${names.join(', ')}. Correct their names or values, and check the result.`;

/** Shortens a result that is too large. If the shortened result does not fit, returns an error with the next step. */
async function callTool(tool: Tool, args: Args, callOperationWith: CallOperation): Promise<CallToolResult> {
  if (isFileOperation(tool.operation)) {
    // Only the SDK methods of these operations return a download.
    return fileResult(tool, (await callOperationWith(args)) as Download);
  }
  const body = await fetchBody(tool, args, callOperationWith);
  const size = JSON.stringify(body).length;
  // Shortening measures only the rows, so the whole result may exceed the limit slightly.
  return size > 1.1 * charactersMax
    ? tooLargeResult('The response', size, 'characters')
    : toolResult(tool, asRecord(body));
}

function fetchBody(tool: Tool, args: Args, callOperationWith: CallOperation): PromiseLike<unknown> {
  if (tool.operation === 'getThread') return fetchThread(args, callOperationWith);
  if (tool.operation === 'getEmailContent' || tool.operation === 'getApproval')
    return fetchContent(args, callOperationWith);
  return takesLimit(tool) ? fetchPage(args, callOperationWith) : callOperationWith(args);
}

async function fetchThread({ before, ...args }: Args, callOperationWith: CallOperation): Promise<object> {
  const thread = asRecord(await callOperationWith(args));
  return truncateThread(thread, typeof before === 'string' ? before : undefined);
}

const fetchContent = async (args: Args, callOperationWith: CallOperation): Promise<object> =>
  truncateContent(asRecord(await callOperationWith(args)));

const defaultLimit = 50;

const fetchPage = ({ limit, ...args }: Args, callOperationWith: CallOperation): Promise<object> =>
  fetchPageToFit(typeof limit === 'number' ? limit : defaultLimit, (smallerLimit) =>
    callOperationWith({ ...args, limit: smallerLimit }),
  );

function takesLimit({ operation }: Tool): boolean {
  const query: readonly string[] = operations[operation].query;
  return query.includes('limit');
}
