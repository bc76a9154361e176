import { z } from 'zod';
import { AwsError, type AwsCall, type StandIn } from '../stand-in';

/** The body of `POST /control/faults`. */
export const FaultInput = z
  .strictObject({
    service: z.string(),
    operation: z.string().min(1),
    error: z.string().min(1).optional(),
    applied: z.literal(true).optional(),
    crash: z.enum(['before', 'after']).optional(),
    delay_ms: z.int().min(0).max(600_000).optional(),
    times: z.int().min(1).optional(),
    skip: z.int().min(0).optional(),
    function: z.string().min(1).optional(),
  })
  .refine((input) => input.error ?? input.crash ?? input.delay_ms, 'error, crash or delay_ms is required')
  .refine((input) => input.error ?? !input.applied, 'applied requires error');

/** The effect of a fault on a call. */
export interface Fault {
  error?: string;
  /** The error occurs after the call took effect, as if the response had been lost. */
  isApplied: boolean;
  crash?: 'before' | 'after';
  delayMs: number;
}

/** A fault for an unknown service or operation. */
export class InvalidFault extends Error {}

interface PlannedFault {
  service: string;
  operation: string;
  functionPart: string;
  fault: Fault;
  skip: number;
  /** Infinity for a fault that applies until it is cleared. */
  timesLeft: number;
}

/** The faults that tests and developers have planned for AWS calls. */
export class Faults {
  private readonly plannedFaults = new Map<string, PlannedFault>();
  private added = 0;

  constructor(private readonly standIns: readonly Pick<StandIn, 'service' | 'operations'>[]) {}

  /** Returns the fault's id. Throws `InvalidFault` for an unknown service or operation. */
  add(input: z.infer<typeof FaultInput>): string {
    const {
      service,
      operation,
      error,
      applied = false,
      crash,
      delay_ms,
      times,
      skip,
      function: part,
    } = input;
    this.refuseUnknown(service, operation);
    this.added += 1;
    const id = `fault-${this.added}`;
    this.plannedFaults.set(id, {
      service,
      operation: operation.toLowerCase(),
      functionPart: part?.toLowerCase() ?? '',
      fault: { ...(error && { error }), isApplied: applied, ...(crash && { crash }), delayMs: delay_ms ?? 0 },
      skip: skip ?? 0,
      timesLeft: times ?? Infinity,
    });
    return id;
  }

  clear(): void {
    this.plannedFaults.clear();
  }

  /** The pending faults, with the fields of `FaultInput`. */
  list() {
    return [...this.plannedFaults].map(
      ([id, { service, operation, functionPart, fault, skip, timesLeft }]) => ({
        id,
        service,
        operation,
        error: fault.error ?? null,
        applied: fault.isApplied,
        crash: fault.crash ?? null,
        delay_ms: fault.delayMs,
        skip,
        times: Number.isFinite(timesLeft) ? timesLeft : null,
        function: functionPart || null,
      }),
    );
  }

  /** The operations that can fail, by service. */
  supportedOperations(): Record<string, string[]> {
    return Object.fromEntries(
      this.standIns.map((candidate) => [candidate.service, [...candidate.operations].sort()]),
    );
  }

  /** Refuses unknown names when a fault is added, because a fault with a typo would never occur. */
  private refuseUnknown(service: string, operation: string): void {
    const standIn = this.standIns.find((candidate) => candidate.service === service);
    if (!standIn)
      throw new InvalidFault(
        `service: must be one of ${joinSorted(this.standIns.map((candidate) => candidate.service))}`,
      );
    if (standIn.operations.some((candidate) => candidate.toLowerCase() === operation.toLowerCase())) return;
    throw new InvalidFault(
      `operation: ${service} has no ${operation}; must be one of ${joinSorted(standIn.operations)}`,
    );
  }

  /**
   * Returns the first matching fault with no calls left to skip. The call counts toward the `skip` of earlier faults.
   */
  takeMatching(call: Pick<AwsCall, 'service' | 'operation'>, functionName: string): Fault | undefined {
    for (const [id, plannedFaults] of this.plannedFaults) {
      if (!matches(plannedFaults, call, functionName)) continue;
      if (plannedFaults.skip > 0) {
        plannedFaults.skip -= 1;
        continue;
      }
      plannedFaults.timesLeft -= 1;
      if (plannedFaults.timesLeft === 0) this.plannedFaults.delete(id);
      return plannedFaults.fault;
    }
    return undefined;
  }
}

const joinSorted = (names: readonly string[]): string => [...names].sort().join(', ');

function matches(
  planned: PlannedFault,
  call: Pick<AwsCall, 'service' | 'operation'>,
  functionName: string,
): boolean {
  return (
    planned.service === call.service &&
    planned.operation === call.operation.toLowerCase() &&
    functionName.toLowerCase().includes(planned.functionPart)
  );
}

/** The error of a fault, with the status that AWS uses for that error. */
export function faultError(name: string): AwsError {
  return new AwsError(name, `${name}, injected through /control/faults`, statusOf(name));
}

const unavailableErrors = [
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'DependencyTimeoutException',
];
const serverErrors = [
  'ServiceException',
  'KMSInternalException',
  'KeyUnavailableException',
  'ConcurrentModificationException',
];
const throttlingErrors = ['TooManyRequestsException', 'RequestThrottled'];
const notFoundErrors = ['NotFoundException', 'NoSuchKey', 'NoSuchBucket', 'ResourceNotFound'];

function statusOf(name: string): number {
  if (unavailableErrors.includes(name)) return 503;
  if (throttlingErrors.includes(name)) return 429;
  if (notFoundErrors.includes(name)) return 404;
  if (name.startsWith('AccessDenied')) return 403;
  if (name.startsWith('Internal') || serverErrors.includes(name)) return 500;
  return 400;
}
