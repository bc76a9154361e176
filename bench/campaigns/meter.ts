import type { CallRow, Service } from '../../test/support/service';
import { functionOf, readsOf, writesOf } from '../metered-send';

/** The number of a function's AWS calls, and the units that they consume. */
export interface CallUsage {
  writes: number;
  reads: number;
  calls: number;
  invocations: number;
}

/**
 * The maximum duration of a call. The log lists a call only after the call ends, so the entries of the last seconds may
 * be incomplete.
 */
const callMsMax = 3_000;

/**
 * Reads the calls repeatedly during the measurement and adds them up by function, because one response of the control
 * API cannot contain the calls for 100,000 recipients.
 */
export class Meter {
  private readonly usage = new Map<string, CallUsage>();
  private readonly requests = new Set<string>();

  private constructor(
    private readonly service: Service,
    private from: number,
  ) {}

  static async start(service: Service): Promise<Meter> {
    return new Meter(service, await nowOf(service));
  }

  /** Reads the calls since the last read. */
  async read(): Promise<void> {
    await this.readUntil((await nowOf(this.service)) - callMsMax);
  }

  /** Reads the remaining calls. No function may be running. */
  async end(): Promise<void> {
    await this.readUntil(Infinity);
  }

  private async readUntil(until: number): Promise<void> {
    const isNew = ({ at }: CallRow): boolean => Date.parse(at) >= this.from && Date.parse(at) < until;
    for (const row of await this.service.calls(new Date(this.from).toISOString()))
      if (isNew(row)) this.add(row);
    this.from = until;
  }

  private add(row: CallRow): void {
    const name = functionOf(row);
    const usage = this.usage.get(name) ?? { writes: 0, reads: 0, calls: 0, invocations: 0 };
    usage.writes += writesOf([row]);
    usage.reads += readsOf([row]);
    usage.calls += 1;
    if (!this.requests.has(row.request_id)) usage.invocations += 1;
    this.requests.add(row.request_id);
    this.usage.set(name, usage);
  }

  totalFor(functions: RegExp): CallUsage {
    const sum = { writes: 0, reads: 0, calls: 0, invocations: 0 };
    for (const [name, usage] of this.usage) {
      if (!functions.test(name)) continue;
      sum.writes += usage.writes;
      sum.reads += usage.reads;
      sum.calls += usage.calls;
      sum.invocations += usage.invocations;
    }
    return sum;
  }
}

const nowOf = async (service: Service): Promise<number> => Date.parse(await service.now());
