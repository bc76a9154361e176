import { presentError, type ApiError } from '../core/errors';

/** What a function answers: the status, and the body as JSON, a page, or the bytes of a file. */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** What a handler answers with: one of the answers that its route declares. */
export interface RouteResponse<Status extends number, Body> {
  status: Status;
  body: Body;
}

/** The type of the body comes from the answers of the route alone, so that a superfluous field does not compile. */
const reply =
  <Status extends number>(status: Status) =>
  <Body>(body: NoInfer<Body>): RouteResponse<Status, Body> => ({ status, body });

export const ok = reply(200);
export const created = reply(201);
export const accepted = reply(202);
/** Part of it succeeded, and the body says what. */
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

/** "Go on", in HTTP's word for it. Only the ingress meets it, never a client. */
export const continueStatus = 100;

export const errorResponse = (error: ApiError): HttpResponse =>
  json(error.status, presentError(error), error.headers);

/** The list envelope, with where the next page begins. */
export const pagedList = <Row>(data: Row[], nextCursor: string | null = null) => ({
  ...unpagedList(data, nextCursor !== null),
  next_cursor: nextCursor,
});

/** A list that has no pages. `hasMore`: it is cut, or as long as one that is. */
export const unpagedList = <Row>(data: Row[], hasMore = false): RowList<Row> => ({
  object: 'list',
  data,
  has_more: hasMore,
  next_cursor: null,
});

interface RowList<Row> {
  object: 'list';
  data: Row[];
  has_more: boolean;
  next_cursor: string | null;
}
