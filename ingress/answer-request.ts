import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { continueStatus, refusal, type Answer } from '../shared/http/answers';
import { ApiError } from '../shared/core/errors';
import type { Admission } from '../shared/http/request';
import { isForStrangers } from '../shared/http/route';
import { buildEvent } from './event';
import { findRoute, type Found } from './find-route';
import { inFlight, inFlightOf } from './in-flight';
import { askFunction, runFunction } from './invoke-function';
import { parkBody } from './park-body';
import { readBody } from './read-body';
import { sendAnswer } from './send-answer';

interface Limits {
  /** As many have memory. One more is refused before anything of it is read. */
  bodiesMax: number;
  /** From the headers until all of the body is in S3, so that nobody holds a place for ever. */
  bodyMsMax: number;
}

/** Of the bodies at a time, so that one workspace's key cannot keep out the others. */
const shareOfWorkspace = 0.5;

/**
 * The pages that mails link to take forms from anybody. They have places of their own, so that strangers who hold them
 * all keep out nobody with a credential; and a form is sent at once.
 */
const strangers = { bodiesMax: 8, bodyMsMax: 10_000 };

type Target = Found & { url: URL };

const healthy: Answer = { statusCode: 200, headers: {}, body: 'ok' };

export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  limits: Limits,
): Promise<void> {
  const answer = await answerOf(request, limits);
  await sendAnswer(request, response, answer, limits.bodyMsMax);
}

async function answerOf(request: IncomingMessage, limits: Limits): Promise<Answer> {
  if (request.url === '/health') return healthy;
  try {
    const url = new URL(request.url ?? '/', 'http://ingress');
    return await inItsPlace(request, { ...findRoute(request.method ?? 'GET', url.pathname), url }, limits);
  } catch (error) {
    return refusal(asApiError(error));
  }
}

async function inItsPlace(request: IncomingMessage, target: Target, limits: Limits): Promise<Answer> {
  const [holder, { bodiesMax, bodyMsMax }] = isForStrangers(target.route)
    ? (['strangers', strangers] as const)
    : (['credentials', limits] as const);
  if (inFlightOf(holder) >= bodiesMax) return refusal(busy());
  const shareMax = Math.ceil(bodiesMax * shareOfWorkspace);
  return inFlight(holder, () =>
    passOn(request, target, { shareMax, deadline: AbortSignal.timeout(bodyMsMax) }),
  );
}

/** The function is asked first: who may not send this body, or so much, need not send it. */
async function passOn(
  request: IncomingMessage,
  { route, params, url }: Target,
  { shareMax, deadline }: { shareMax: number; deadline: AbortSignal },
): Promise<Answer> {
  const event = buildEvent(request, { params, url });

  const asked = await askFunction(route.name, { ...event, announcedBody: { size: sizeOf(request) } });
  if (asked.statusCode !== continueStatus) return asked;

  const admission = JSON.parse(String(asked.body)) as Admission;
  return inItsShare(admission, shareMax, async () => {
    const key = randomUUID();
    const size = await parkBody(key, readBody(request, route, deadline), deadline);
    return runFunction(route.name, { ...event, parkedBody: { key, size, admission } });
  });
}

/** Strangers have no workspace: they share places of their own. */
function inItsShare<T>({ workspaceId }: Admission, max: number, work: () => Promise<T>): Promise<T> {
  if (workspaceId === undefined) return work();
  if (inFlightOf(workspaceId) >= max) throw tooMany(max);
  return inFlight(workspaceId, work);
}

/** Undefined where the client does not say. */
function sizeOf({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError && error.status < 500) return error;
  console.error(JSON.stringify({ level: 'ERROR', message: 'ingress failed', error: String(error) }));
  return error instanceof ApiError ? error : busy();
}

const soon = { headers: { 'Retry-After': '5' } };

const busy = () => new ApiError('service_unavailable', 'Try again in a moment', soon);

const tooMany = (max: number) =>
  new ApiError(
    'rate_limited',
    `This workspace sends more than ${max} large bodies at a time: send fewer`,
    soon,
  );
