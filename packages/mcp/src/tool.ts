import type * as z from 'zod';
import type { operations } from './operations.ts';

export type Operation = keyof typeof operations;

/** A tool, which calls one operation of the API. A tool with `reply` first reads what the operation needs. */
export interface Tool {
  /** For example, `send_email`. */
  name: string;
  title: string;
  /** Tells a model that does not know the service when to use the tool, what the tool returns, and how to handle a refusal. */
  description: string;
  operation: Operation;
  /** The arguments, named as in the path, the query or the body, except for `pathArguments` and `bodyFieldNames`. */
  args: z.ZodRawShape;
  hints: Hints;
  /** The SDK method to call instead of the method of `operation`, and the operation with which that method reads. */
  reply?: { method: 'reply' | 'replyAll'; reads: Operation };
  /** The path arguments in path order, if their names differ from the names in the path. */
  pathArguments?: readonly string[];
  /** Maps an argument to a body field with another name. */
  bodyFieldNames?: Readonly<Record<string, string>>;
  /** The argument that is the whole body. */
  bodyArgument?: string;
  /** Query parameters that the tool always sets. */
  fixedQuery?: Readonly<Record<string, unknown>>;
  /** True if the tool declares the schema of its result, for programs. */
  hasOutputSchema?: true;
}

/** Hints for the host, named as in the protocol. The server does not enforce hints. */
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
/** For tools that send email. */
export const sendHints = createHints({ openWorldHint: true });
export const destructiveHints = createHints({ destructiveHint: true });
export const idempotentDestructiveHints = createHints({ destructiveHint: true, idempotentHint: true });
export const decisionHints = createHints({ destructiveHint: true, openWorldHint: true });
