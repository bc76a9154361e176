import { z } from 'zod';
import type { FunctionRunner } from '../lambda/runner';
import { ControlError } from './http';

const AdminOutcome = z.union([
  z.object({ ok: z.literal(true), result: z.record(z.string(), z.unknown()) }),
  z.object({ ok: z.literal(false), error: z.object({ message: z.string(), type: z.string().optional() }) }),
]);

/** Runs operator actions through the stack's `administer` function. */
export class AdminClient {
  constructor(
    private readonly runner: FunctionRunner,
    private readonly functionName: string,
  ) {}

  /** Throws a `ControlError` with the service's message if the service refuses the action. */
  async administer(action: string, input: object): Promise<Record<string, unknown>> {
    const outcome = await this.runner.invoke(this.functionName, JSON.stringify({ action, input }));
    if (outcome.kind !== 'response')
      throw new ControlError(`${action} failed: ${JSON.stringify(outcome)}`, 500);
    const response = AdminOutcome.parse(JSON.parse(outcome.payload));
    if (response.ok) return response.result;
    throw new ControlError(response.error.message, response.error.type === 'not_found' ? 404 : 400);
  }
}
