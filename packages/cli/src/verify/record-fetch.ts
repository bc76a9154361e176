import type { Fetch } from '../../../sdk/src';
import type { Evidence, Exchange } from './evidence';

/** Thrown instead of a request after the user has interrupted the run. */
export class Interrupted extends Error {}

/** The requests in flight, so that the cleanup can wait for them. */
export type InFlight = Set<Promise<unknown>>;

interface RecordOptions {
  evidence: Evidence;
  checkId: string;
  signal: AbortSignal;
  inFlight: InFlight;
}

/** A `fetch` that records each exchange. It makes no request once the signal is aborted. */
export const recordingFetch =
  ({ evidence, checkId, signal, inFlight }: RecordOptions): Fetch =>
  async (url, init) => {
    if (signal.aborted) throw new Interrupted('The run was interrupted');
    const exchange: Exchange = {
      checkId,
      method: init.method ?? 'GET',
      route: routeOf(url),
      hasFile: typeof init.body === 'string' && init.body.includes('"attachments":[{'),
    };
    const running = fetch(url, init);
    const settled = running.catch(() => undefined).finally(() => inFlight.delete(settled));
    inFlight.add(settled);
    try {
      const response = await running;
      await recordResponse(exchange, response);
      return response;
    } finally {
      evidence.exchanges.push(exchange);
    }
  };

/** IDs, slugs and addresses are replaced, because they would make every route different. */
function routeOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname
    .slice(Math.max(pathname.indexOf('/v1/'), 0))
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/g, '/{id}')
    .replace(/\/[^/]*(@|%40)[^/]*/g, '/{email}');
}

async function recordResponse(exchange: Exchange, response: Response): Promise<void> {
  exchange.status = response.status;
  exchange.headers = response.headers;
  const requestId = response.headers.get('x-amzn-requestid');
  if (requestId !== null) exchange.requestId = requestId;
  if (response.ok) return;
  const text = await response.clone().text();
  const error = readError(text);
  exchange.type = error?.type ?? 'unknown';
  exchange.message = error?.message ?? text.slice(0, 200).replace(/\s+/g, ' ');
}

function readError(text: string): { type: string; message: string } | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: { type?: unknown; message?: unknown } };
    return typeof error?.type === 'string' && typeof error.message === 'string'
      ? { type: error.type, message: error.message }
      : undefined;
  } catch {
    return undefined;
  }
}
