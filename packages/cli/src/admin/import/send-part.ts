import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { ErrorSchema } from '../../../../../shared/http/shapes';
import { asRecord } from '../../../../local/src/machine/as-record';
import { AdminError } from '../admin-error';
import type { Api } from '../api';
import type { AcceptedRow } from './read-people';
import { TotalsSchema, type Totals } from './totals';

export interface Part {
  audience: string;
  source: string;
  rows: readonly AcceptedRow[];
  idempotencyKey: string;
}

export interface SentPart {
  totals: Totals;
  /** The header `CN-Ignored-Fields`: the fields that the service does not know. */
  ignoredFields: string | null;
}

/** The backoffs add up to one minute. */
export const defaultBackoffsMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Sends one part. Retries temporary failures. Throws `AdminError` for a permanent failure, or after the last retry. */
export async function sendPart(api: Api, part: Part, backoffsMs = defaultBackoffsMs): Promise<SentPart> {
  let remainingMs = backoffsMs.reduce((sum, ms) => sum + ms, 0);
  for (const backoffMs of [...backoffsMs, Infinity]) {
    const outcome = await sendOnce(api, part);
    if ('totals' in outcome) return outcome;
    const waitMs = Math.max(backoffMs, outcome.retryAfterMs ?? 0);
    if (!outcome.isRetryable || waitMs > remainingMs) throw new AdminError(outcome.reason);
    remainingMs -= waitMs;
    await sleep(waitMs);
  }
  throw new Error('The last backoff exceeds the remaining time');
}

type Outcome = SentPart | { reason: string; isRetryable: boolean; retryAfterMs?: number };

/** Longer than the timeout of any function plus the network latency. */
const timeoutMs = 60_000;

async function sendOnce(api: Api, part: Part): Promise<Outcome> {
  const reply = await postRows(api, part).catch((error: unknown) => ({ reason: causeOf(error) }));
  if ('reason' in reply) return { reason: `No response from ${api.url}: ${reply.reason}`, isRetryable: true };
  const { response, text } = reply;
  if (!response.ok) return toFailure(response, text, part.rows);
  return {
    totals: z.parse(TotalsSchema, JSON.parse(text)),
    ignoredFields: response.headers.get('CN-Ignored-Fields'),
  };
}

async function postRows(
  { url, key }: Api,
  { audience, source, rows, idempotencyKey }: Part,
): Promise<{ response: Response; text: string }> {
  const path = `/v1/audiences/${encodeURIComponent(audience)}/contacts`;
  const query = new URLSearchParams({ source }).toString();
  const response = await fetch(`${url}${path}?${query}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify(rows.map(({ contact }) => contact)),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { response, text: await response.text() };
}

/** Reads the reason from the cause, because the message of `fetch` is only `fetch failed`. */
const causeOf = (error: unknown): string => String(asRecord(error)['cause'] ?? error);

function toFailure({ status, headers }: Response, text: string, rows: readonly AcceptedRow[]): Outcome {
  const error = parseError(text);
  const seconds = Number(headers.get('retry-after'));
  return {
    reason: error
      ? describeError(error, rows)
      : `The service responded with ${status}: ${text.slice(0, 200)}`,
    isRetryable: status === 429 || status >= 500 || error?.type === 'idempotency_in_progress',
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0,
  };
}

type ApiFailure = z.infer<typeof ErrorSchema>;

const ErrorBody = z.object({ error: ErrorSchema });

/** Returns undefined for a body in another format, which a proxy in front of the service may send. */
function parseError(text: string): ApiFailure | undefined {
  try {
    return z.parse(ErrorBody, JSON.parse(text)).error;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return undefined;
    throw error;
  }
}

/** Describes each refused row, because another version of the service may refuse rows that this CLI accepts. */
function describeError({ message, details = [] }: ApiFailure, rows: readonly AcceptedRow[]): string {
  const lines = details.map(({ path: [row, ...field], message: reason }) => {
    const line = typeof row === 'number' ? rows[row]?.line : undefined;
    return `\n  line ${line ?? '?'}: ${field.join('.')}: ${reason}`;
  });
  return [message, ...lines.slice(0, 20)].join('');
}
