/** Responses are for one caller, so no cache may store them and no browser may guess their type. */
export const defaultHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
