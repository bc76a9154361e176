import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../clock/clock';
import type { FunctionRunner } from '../../lambda/runner';
import { describeDenial, type Iam } from '../iam/iam';
import { AwsError, type AwsResponse, type AwsCall, type AwsRequest, type StandIn } from '../stand-in';
import type { CallerIdentity } from './caller';
import type { CallLog } from './call-log';
import { faultError, type Faults } from './faults';

export interface CallContext {
  runner: Pick<FunctionRunner, 'caller' | 'kill'>;
  iam: Iam;
  faults: Faults;
  calls: CallLog;
  clock: Pick<Clock, 'now'>;
  /** Receives errors that are not an `AwsError`. */
  onError: (error: unknown) => void;
}

/** A signed request with its caller and the service that handles it. */
export interface SignedRequest {
  request: AwsRequest;
  accessKeyId: string;
  standIn: StandIn;
  caller: Extract<CallerIdentity, { kind: 'role' }>;
}

interface CallOutcome {
  /** Undefined if a fault killed the caller. */
  response: AwsResponse | undefined;
  call: Pick<AwsCall, 'operation' | 'target'>;
  error: string | null;
}

/** Parses, authorizes, runs and records a call, with faults applied. Returns undefined if a fault killed the caller. */
export async function handleCall(
  ctx: CallContext,
  signedRequest: SignedRequest,
): Promise<AwsResponse | undefined> {
  const startedAt = performance.now();
  const at = ctx.clock.now();
  const { response, call, error } = await authorizeAndRun(ctx, signedRequest);
  ctx.calls.record({
    at,
    function: signedRequest.caller.functionName,
    request_id: signedRequest.caller.requestId,
    service: signedRequest.standIn.service,
    operation: call.operation,
    target: call.target,
    read_units: response?.capacity?.read ?? 0,
    write_units: response?.capacity?.write ?? 0,
    duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
    error,
  });
  return response;
}

async function authorizeAndRun(ctx: CallContext, signedRequest: SignedRequest): Promise<CallOutcome> {
  const { standIn, request, caller } = signedRequest;
  let call: CallOutcome['call'] = { operation: 'unknown', target: '' };
  try {
    const parsedCall = standIn.read(request);
    call = parsedCall;
    refuseUnauthorized(ctx, parsedCall, caller);
    return await runWithFault(ctx, signedRequest, parsedCall);
  } catch (error) {
    const refusal = toAwsError(error, ctx.onError);
    const name = refusal.code.startsWith('AccessDenied') ? 'AccessDenied' : refusal.code;
    return { call, error: name, response: standIn.renderError(refusal, request) };
  }
}

function refuseUnauthorized(ctx: CallContext, call: AwsCall, caller: SignedRequest['caller']): void {
  const denial = ctx.iam.findDenial(caller.roleArn, call.needs);
  if (!denial) return;
  throw new AwsError(
    call.service === 's3' || call.service === 'sqs' || call.service === 'sns'
      ? 'AccessDenied'
      : 'AccessDeniedException',
    `User: ${describeDenial(caller.roleArn, denial)} in function ${caller.functionName}`,
    call.service === 'dynamodb' || call.service === 'kms' || call.service === 'ssm' ? 400 : 403,
  );
}

async function runWithFault(
  ctx: CallContext,
  signedRequest: SignedRequest,
  call: AwsCall,
): Promise<CallOutcome> {
  const { standIn, request, caller, accessKeyId } = signedRequest;
  const fault = ctx.faults.takeMatching(call, caller.functionName);
  if (fault && fault.delayMs > 0) await sleep(fault.delayMs);
  if (fault?.crash === 'before') {
    ctx.runner.kill(accessKeyId);
    return { call, error: 'Crash', response: undefined };
  }
  if (fault?.error && !fault.isApplied) throw faultError(fault.error);

  const response = await standIn.run(call, request);
  if (fault?.error) throw faultError(fault.error);
  if (fault?.crash === 'after') {
    ctx.runner.kill(accessKeyId);
    return { call, error: 'Crash', response: undefined };
  }
  return { call, response, error: response.status < 400 ? null : errorName(response) };
}

/** The database engine's errors arrive as responses with the error name in the body. */
function errorName(response: AwsResponse): string {
  const named = /"__type"\s*:\s*"(?:[^"]*#)?([^"]+)"/.exec(response.body?.toString() ?? '');
  return named?.[1] ?? String(response.status);
}

export function toAwsError(error: unknown, onError: (error: unknown) => void): AwsError {
  if (error instanceof AwsError) return error;
  onError(error);
  return new AwsError('InternalFailure', error instanceof Error ? error.message : String(error), 500);
}
