import type { CarrierNest, RequestOptions } from '@carrier-nest/sdk';
import { ZodError } from 'zod';
import { operations } from './operations.ts';
import type { Operation, Tool } from './tool.ts';

type Args = Readonly<Record<string, unknown>>;
type OperationMethods = Record<
  Operation | 'reply' | 'replyAll',
  (...callArguments: unknown[]) => PromiseLike<unknown>
>;

/** Calls the SDK method of the tool's operation, which takes path values, body, query and options in this order. */
export function callOperation(
  client: CarrierNest,
  tool: Tool,
  { idempotency_key: idempotencyKey, ...args }: Args,
  options: RequestOptions,
): PromiseLike<unknown> {
  const { path, query, takesBody } = operations[tool.operation];
  const pathArguments = tool.pathArguments ?? path;
  const remainingArgs = omit(args, pathArguments);
  refuseUnusablePathValues(args, pathArguments);
  // `operations` describes the parameters, which differ between methods.
  const methods = client as OperationMethods;
  return methods[tool.reply?.method ?? tool.operation](
    ...pathArguments.map((name) => args[name]),
    ...(takesBody ? [buildBody(tool, omit(remainingArgs, query))] : []),
    ...(query.length > 0 ? [{ ...pick(remainingArgs, query), ...tool.fixedQuery }] : []),
    { ...options, idempotencyKey },
  );
}

/** Refuses a path value that would turn the path into the path of another operation. */
function refuseUnusablePathValues(args: Args, pathArguments: readonly string[]): void {
  const name = pathArguments.find((argumentName) => ['', '.', '..'].includes(String(args[argumentName])));
  if (name === undefined) return;
  throw new ZodError([
    { code: 'custom', path: [name], message: 'must not be empty, "." or ".."', input: args[name] },
  ]);
}

function buildBody({ bodyArgument, bodyFieldNames = {} }: Tool, args: Args): unknown {
  if (bodyArgument !== undefined) return args[bodyArgument];
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [bodyFieldNames[name] ?? name, value]),
  );
}

const pick = (args: Args, names: readonly string[]): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));

const omit = (args: Args, names: readonly string[]): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
