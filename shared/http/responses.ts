import { presentError, type ApiError } from '../core/errors';

/** An HTTP response. The body is JSON, a page or the bytes of a file. */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** The response of a handler, which is one of the responses that its route declares. */
export interface RouteResponse<Status extends number, Body> {
  status: Status;
  body: Body;
  headers?: Record<string, string>;
}

/**
 * Takes the type of the body only from the responses that the route declares, so that an extra field does not compile.
 */
const reply =
  <Status extends number>(status: Status) =>
  <Body>(body: NoInfer<Body>, headers?: Record<string, string>): RouteResponse<Status, Body> => ({
    status,
    body,
    ...(headers && { headers }),
  });

export const ok = reply(200);
export const created = reply(201);
export const accepted = reply(202);
/** For a response in which the result of each item is in the body. */
export const multiStatus = reply(207);

export const json = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpResponse => ({
  statusCode,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The status "Continue", which tells the ingress to accept the body. Clients never receive this status. */
export const continueStatus = 100;

export const errorResponse = (error: ApiError): HttpResponse =>
  json(error.status, presentError(error), error.headers);

/** The list envelope with the cursor of the next page. */
export const pagedList = <Row>(data: Row[], nextCursor: string | null = null) => ({
  ...unpagedList(data, nextCursor !== null),
  next_cursor: nextCursor,
});

/** A list without pages. `hasMore` is true if rows are missing or may be missing. */
export const unpagedList = <Row>(data: Row[], hasMore = false): RowList<Row> => ({
  object: 'list',
  data,
  has_more: hasMore,
  next_cursor: null,
});

/** A list that grows, so that every page has a cursor. */
export const growingList = <Row>(data: Row[], { hasMore, cursor }: { hasMore: boolean; cursor: string }) => ({
  ...unpagedList(data, hasMore),
  next_cursor: cursor,
});

/** The headers of a request that did not wait because too many requests are waiting. */
export const retryLaterHeaders = { 'Retry-After': '5' };

interface RowList<Row> {
  object: 'list';
  data: Row[];
  has_more: boolean;
  next_cursor: string | null;
}
