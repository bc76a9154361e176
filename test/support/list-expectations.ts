import type { ApiResponse } from './service';
import { refusalOf } from './api-helpers';

type Body = ApiResponse['body'];

/** A function that reads a page. The query is empty or begins with a question mark. */
type ListPage = (query?: string) => Promise<Body>;

/** Expects a validation error that names only this field. */
export function expectValidationError(response: ApiResponse, path: readonly (string | number)[]): void {
  expect(refusalOf(response)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  const paths = response.body.error.details.map((detail: Body) => JSON.stringify(detail.path));
  expect(new Set(paths)).toEqual(new Set([JSON.stringify(path)]));
}

/** Expects that a list of more than 100 rows returns 50 per page by default, and at most 100. */
export async function expectPageSizes(list: ListPage): Promise<void> {
  const sizes: [query: string, size: number][] = [
    ['', 50],
    ['?limit=1', 1],
    ['?limit=2.9', 2],
    ['?limit=100', 100],
    ['?limit=101', 100],
    ...['0', '0.5', '-1', 'x', ''].map((limit): [string, number] => [`?limit=${limit}`, 50]),
  ];
  for (const [query, size] of sizes) {
    const { data, has_more } = await list(query);
    expect([query, data.length, has_more]).toEqual([query, size, true]);
  }
}

/** Expects these five rows in this order, two per page, and the first page for an unreadable cursor. */
export async function expectPages(list: ListPage, fiveRows: readonly Body[]): Promise<void> {
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  const last = await list(`?limit=2&cursor=${second.next_cursor}`);

  expect([first, second, last].map(({ data }) => data)).toEqual([
    fiveRows.slice(0, 2),
    fiveRows.slice(2, 4),
    fiveRows.slice(4),
  ]);
  expect([first, second, last].map(({ has_more }) => has_more)).toEqual([true, true, false]);
  expect(last.next_cursor).toBeNull();
  for (const cursor of ['nothing', '', '%00'])
    expect((await list(`?cursor=${cursor}`)).data).toEqual(fiveRows);
}
