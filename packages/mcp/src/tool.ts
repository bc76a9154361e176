import type * as z from 'zod';
import type { operations } from './operations.ts';

export type Operation = keyof typeof operations;

/** A tool is one operation of the API. */
export interface Tool {
  /** `send_email` */
  name: string;
  title: string;
  /** For a model that does not know the service: when to use the tool, what it returns, what to do if it is refused. */
  description: string;
  operation: Operation;
  /** Named as in the path, the query or the body, except for `pathArguments` and `bodyFieldNames`. */
  args: z.ZodRawShape;
  hints: Hints;
  /** The arguments for the path, in its order, if their names differ from those in the path. */
  pathArguments?: readonly string[];
  /** The body fields of arguments whose names differ. */
  bodyFieldNames?: Readonly<Record<string, string>>;
  /** The argument that is the whole body. */
  bodyArgument?: string;
  /** Query parameters that the tool always sets. */
  fixedQuery?: Readonly<Record<string, unknown>>;
  /** The fields of the result that external senders control. */
  untrustedFields?: readonly string[];
  /** The tool declares the schema of its result, for programs. */
  hasOutputSchema?: true;
}

/** Named as in the protocol. Hints advise the host and enforce nothing. */
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
