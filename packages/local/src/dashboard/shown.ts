import type { ServerResponse } from 'node:http';

/** An answer to a browser. */
export interface Shown {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

export const asJson = (status: number, body: unknown): Shown => ({
  status,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  },
  body: JSON.stringify(body),
});

/** The words of the control API for a refusal. */
export const asRefusal = (status: number, message: string): Shown => asJson(status, { error: { message } });

export const leadingTo = (address: string): Shown => ({
  status: 302,
  headers: { Location: address, 'Cache-Control': 'no-store', Vary: 'Accept' },
  body: '',
});

export function show({ status, headers, body }: Shown, response: ServerResponse): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
