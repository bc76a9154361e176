import type { ServerResponse } from 'node:http';

/** A response to a browser. */
export interface PageResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

export const jsonResponse = (status: number, body: unknown): PageResponse => ({
  status,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  },
  body: JSON.stringify(body),
});

/** An error in the format of the control API. */
export const errorResponse = (status: number, message: string): PageResponse =>
  jsonResponse(status, { error: { message } });

export const redirectTo = (address: string): PageResponse => ({
  status: 302,
  headers: { Location: address, 'Cache-Control': 'no-store', Vary: 'Accept' },
  body: '',
});

export function sendResponse({ status, headers, body }: PageResponse, response: ServerResponse): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
