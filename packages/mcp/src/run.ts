import type { CarrierNest, Download } from '@carrier-nest/sdk';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { answerOf, answerOfFile, charactersMax, tooLarge } from './answer.ts';
import { callOperation } from './call.ts';
import { contentThatFits, pageThatFits, threadThatFits } from './fit.ts';
import { operations } from './operations.ts';
import { refusal } from './refusal.ts';
import type { Tool } from './tool.ts';

type Args = Readonly<Record<string, unknown>>;
type Call = (args: Args) => PromiseLike<unknown>;

/** Runs a tool. Whatever goes wrong is an answer that says what to do about it. */
export async function runTool(
  nest: CarrierNest,
  tool: Tool,
  readArgs: () => Args,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    return await resultOf(tool, readArgs(), (asked) => callOperation(nest, tool, asked, { signal }));
  } catch (error) {
    return refusal(error);
  }
}

/** As much as fits: fewer rows, the latest messages, or a word on where to read it. */
async function resultOf(tool: Tool, args: Args, call: Call): Promise<CallToolResult> {
  if (tool.operation === 'downloadAttachment') return answerOfFile(tool, (await call(args)) as Download);
  const body = await bodyOf(tool, args, call);
  const size = JSON.stringify(body).length;
  // A page and a conversation are cut to fit by their rows, and may be a little more with what is around those.
  return size > 1.1 * charactersMax ? tooLarge('The answer', size) : answerOf(tool, body as object);
}

function bodyOf(tool: Tool, args: Args, call: Call): PromiseLike<unknown> {
  if (tool.operation === 'getThread') return threadOf(args, call);
  if (tool.operation === 'getEmailContent') return contentOf(args, call);
  return takesLimit(tool) ? pageOf(args, call) : call(args);
}

async function threadOf({ before, ...args }: Args, call: Call): Promise<object> {
  return threadThatFits((await call(args)) as { messages: [] }, before as string | undefined);
}

const contentOf = async (args: Args, call: Call): Promise<object> =>
  contentThatFits((await call(args)) as object);

const rowsUnlessGiven = 50;

const pageOf = ({ limit = rowsUnlessGiven, ...args }: Args, call: Call): Promise<object> =>
  pageThatFits(limit as number, (fewer) => call({ ...args, limit: fewer }));

const takesLimit = ({ operation }: Tool): boolean =>
  (operations[operation].query as readonly string[]).includes('limit');
