import type * as z from 'zod';
import type { operations } from './operations.ts';

export type Operation = keyof typeof operations;

/** Something that an agent can do: one operation of the API. */
export interface Tool {
  /** `send_email` */
  name: string;
  title: string;
  /** For a model that has never seen the service: when to use it, what comes back, what to do when it is refused. */
  description: string;
  operation: Operation;
  /** Each is what the path, the query or the body calls so, but for `path` and `fields`. */
  args: z.ZodRawShape;
  hints: Hints;
  /** The arguments that stand in the path, where they are called otherwise there. */
  path?: readonly string[];
  /** What arguments are called in the body, where they are called otherwise there. */
  fields?: Readonly<Record<string, string>>;
  /** The argument that is the whole body. */
  isBody?: string;
  /** What the tool itself says in the query. */
  query?: Readonly<Record<string, unknown>>;
  /** Where in its result the words of strangers stand. */
  strangers?: readonly string[];
  /** A program may read its result: the shape is told. */
  isRead?: true;
}

/** As the protocol names them. They are advice to a host, and hold nobody back. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

const hints = (given: Partial<Hints>): Hints => ({
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
  ...given,
});

export const reads = hints({ readOnlyHint: true, idempotentHint: true });
export const writes = hints({});
export const writesOnce = hints({ idempotentHint: true });
/** Mail goes to people. */
export const mails = hints({ openWorldHint: true });
export const destroys = hints({ destructiveHint: true });
export const destroysOnce = hints({ destructiveHint: true, idempotentHint: true });
export const decides = hints({ destructiveHint: true, openWorldHint: true });
