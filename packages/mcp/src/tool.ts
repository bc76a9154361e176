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
  /** Each is what the path, the query or the body calls so, but for `pathArguments` and `bodyFieldNames`. */
  args: z.ZodRawShape;
  hints: Hints;
  /** The arguments that stand in the path, where they are called otherwise there. */
  pathArguments?: readonly string[];
  /** What arguments are called in the body, where they are called otherwise there. */
  bodyFieldNames?: Readonly<Record<string, string>>;
  /** The argument that is the whole body. */
  bodyArgument?: string;
  /** What the tool itself says in the query. */
  fixedQuery?: Readonly<Record<string, unknown>>;
  /** Where in its result the words of strangers stand. */
  untrustedFields?: readonly string[];
  /** A program may read its result: the shape is told. */
  hasOutputSchema?: true;
}

/** As the protocol names them. They are advice to a host, and hold nobody back. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

const createHints = (overrides: Partial<Hints>): Hints => ({
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
  ...overrides,
});

export const readHints = createHints({ readOnlyHint: true, idempotentHint: true });
export const writeHints = createHints({});
export const idempotentWriteHints = createHints({ idempotentHint: true });
/** Mail goes to people. */
export const sendHints = createHints({ openWorldHint: true });
export const destructiveHints = createHints({ destructiveHint: true });
export const idempotentDestructiveHints = createHints({ destructiveHint: true, idempotentHint: true });
export const decisionHints = createHints({ destructiveHint: true, openWorldHint: true });
