import { presentError, type ApiError } from '../errors';

/** What a handler returns: the status, and the body as JSON, a page, or the bytes of a file. */
export interface Answer {
  statusCode: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

const answer = (statusCode: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  statusCode,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const ok = (body: unknown): Answer => answer(200, body);
export const created = (body: unknown): Answer => answer(201, body);
export const accepted = (body: unknown): Answer => answer(202, body);
/** Part of it succeeded, and the body says what. */
export const partly = (body: unknown): Answer => answer(207, body);

export const refusal = (error: ApiError): Answer => answer(error.status, presentError(error), error.headers);

/** The list envelope (core.md, "List envelope"). */
export const list = (data: readonly unknown[], nextCursor: string | null = null) => ({
  object: 'list' as const,
  data,
  has_more: nextCursor !== null,
  next_cursor: nextCursor,
});
