import { randomBytes } from 'node:crypto';
import {
  ApiError,
  CarrierNest,
  type Domain,
  type RequestOptions,
  type SendRequest,
  type SendResponse,
} from '../../../sdk/src';
import type { VerifyOptions } from './options';
import { Evidence } from './evidence';
import { recordingFetch, type InFlight } from './record-fetch';
import type { WebhookTarget } from './webhook-target';

/** What all checks of a run share. */
export interface VerifyRun {
  options: VerifyOptions;
  /** Part of the name of everything that the run creates: `verify-1a2b3c4d`. */
  runId: string;
  evidence: Evidence;
  signal: AbortSignal;
  inFlight: InFlight;
  /** The check `domain` sets the domains. */
  domains: { sender?: Domain; marketing?: Domain };
  webhookTarget?: WebhookTarget;
  /** The next send starts when this promise settles. */
  lastSend: Promise<unknown>;
  /** Whether SES throttled an email and its retry. */
  isThrottled: boolean;
}

/** What one check uses. */
export interface VerifyContext {
  run: VerifyRun;
  checkId: string;
  client: CarrierNest;
  /** Calls an endpoint that the SDK does not have, or uses another key. */
  request: (method: string, url: string, init?: RequestFields) => Promise<Response>;
}

interface RequestFields {
  /** Null for a request without a key. */
  key?: string | null;
  body?: unknown;
  /** An encoded form, for pages. */
  form?: string;
}

export const startRun = (options: VerifyOptions, signal: AbortSignal): VerifyRun => ({
  options,
  runId: `verify-${randomBytes(4).toString('hex')}`,
  evidence: new Evidence(),
  signal,
  inFlight: new Set(),
  domains: {},
  lastSend: Promise.resolve(),
  isThrottled: false,
});

/** A refusal that persists must not take minutes, so the client retries only once. */
export function contextOf(run: VerifyRun, checkId: string): VerifyContext {
  const { url, key } = run.options;
  const recorded = recordingFetch({ ...run, checkId });
  return {
    run,
    checkId,
    client: new CarrierNest({ url, key, fetch: recorded, retries: 1, timeoutMs: requestTimeoutMs }),
    request: (method, requestUrl, init = {}) => recorded(requestUrl, buildInit(method, key, init)),
  };
}

const requestTimeoutMs = 40_000;

function buildInit(method: string, runKey: string, { key = runKey, body, form }: RequestFields): RequestInit {
  const isForm = form !== undefined;
  return {
    method,
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...((isForm || body !== undefined) && {
        'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
    },
    ...(isForm ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(requestTimeoutMs),
  };
}

/** The domain that the check `domain` found. */
export function senderOf({ domains: { sender } }: VerifyRun): Domain {
  if (!sender) throw new Error('A check that sends must need the check domain');
  return sender;
}

/** An address of the SES mailbox simulator that only this run uses. */
export const simulatorAddress = ({ runId }: VerifyRun, kind: string, label: string): string =>
  `${kind}+${runId}-${label}@simulator.amazonses.com`;

/** An address on the sending domain that only this run uses. */
export const ownAddress = (run: VerifyRun, label: string): string =>
  `${run.runId}-${label}@${senderOf(run).domain}`;

export const subjectOf = ({ runId }: VerifyRun, label: string): string => `${runId} ${label}`;

/** Builds an email to the simulator unless the overrides have another recipient. */
export const buildEmail = (
  run: VerifyRun,
  label: string,
  overrides: Partial<SendRequest> = {},
): SendRequest => ({
  from: ownAddress(run, 'sender'),
  to: simulatorAddress(run, 'success', label),
  subject: subjectOf(run, label),
  text: 'Sent by carrier-nest verify.',
  ...overrides,
});

export const sendEmail = (
  { run, client }: VerifyContext,
  label: string,
  overrides: Partial<SendRequest> = {},
  options: RequestOptions = {},
): Promise<SendResponse> =>
  inTurn(run, (retries) => client.sendEmail(buildEmail(run, label, overrides), { ...options, ...retries }));

/**
 * Runs the sends of all checks one after another, because SES accepts one email per second in the sandbox. Once SES
 * still throttles a retry, later sends are not retried.
 */
export function inTurn<T>(run: VerifyRun, send: (options: { retries?: number }) => Promise<T>): Promise<T> {
  const sent = run.lastSend
    .catch(() => undefined)
    .then(() => send(run.isThrottled ? { retries: 0 } : {}))
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.retryAfterSeconds !== null) run.isThrottled = true;
      throw error;
    });
  run.lastSend = sent;
  return sent;
}
