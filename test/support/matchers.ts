/** Matchers for response values that differ in each run. */
export const anId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown as string;

/** Matches an id that sorts by creation time. */
export const aTimeOrderedId = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
) as unknown as string;

export const aTimestamp = expect.stringMatching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
) as unknown as string;

/**
 * Matches an error in the promised shape, regardless of whether the function, the gateway or the ingress
 * responded.
 */
export const anError = (type: string): unknown => ({ error: { type, message: expect.any(String) } });

/** An id that no record has. */
export const unknownId = '01a00000-0000-7000-8000-000000000000';

export const emptyList = { object: 'list', data: [], has_more: false, next_cursor: null };
