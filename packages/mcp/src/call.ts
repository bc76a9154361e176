import type { CarrierNest, RequestOptions } from '@carrier-nest/sdk';
import { ZodError } from 'zod';
import { operations } from './operations.ts';
import type { Tool } from './tool.ts';

type Args = Readonly<Record<string, unknown>>;

/** Does what the tool does, by the SDK's method of its operation, which takes the path, the body, the query and options. */
export function callOperation(
  nest: CarrierNest,
  tool: Tool,
  { idempotency_key: idempotencyKey, ...args }: Args,
  options: RequestOptions,
): PromiseLike<unknown> {
  const { path, query, takesBody } = operations[tool.operation];
  const inPath = tool.path ?? path;
  const others = without(args, inPath);
  refuseNameless(args, inPath);
  const method = nest[tool.operation] as (...given: unknown[]) => PromiseLike<unknown>;
  return method.call(
    nest,
    ...inPath.map((name) => args[name]),
    ...(takesBody ? [bodyOf(tool, without(others, query))] : []),
    ...(query.length > 0 ? [{ ...only(others, query), ...tool.query }] : []),
    { ...options, idempotencyKey },
  );
}

/** Of these no path can be made. */
function refuseNameless(args: Args, inPath: readonly string[]): void {
  const name = inPath.find((one) => ['', '.', '..'].includes(String(args[one])));
  if (name === undefined) return;
  throw new ZodError([{ code: 'custom', path: [name], message: 'This names nothing', input: args[name] }]);
}

function bodyOf({ isBody, fields = {} }: Tool, args: Args): unknown {
  if (isBody !== undefined) return args[isBody];
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [fields[name] ?? name, value]));
}

const only = (args: Args, names: readonly string[]): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));

const without = (args: Args, names: readonly string[]): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
