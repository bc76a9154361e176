import type { CallRow, Service } from '../../test/support/service';
import { functionOf, readsOf, writesOf } from '../metered-send';

/** What the calls of a function took. */
export interface Spent {
  writes: number;
  reads: number;
  calls: number;
  invocations: number;
}

/** A call is listed when it ends. */
const callMsMax = 3_000;

/** Adds up calls by function while they are made: those of a hundred thousand recipients are more than fit one answer. */
export class Meter {
  private readonly spent = new Map<string, Spent>();
  private readonly requests = new Set<string>();

  private constructor(
    private readonly service: Service,
    private from: number,
  ) {}

  static async begin(service: Service): Promise<Meter> {
    return new Meter(service, await nowOf(service));
  }

  /** Reads what was called since. */
  async read(): Promise<void> {
    await this.readUntil((await nowOf(this.service)) - callMsMax);
  }

  /** Reads the rest, once nothing runs any more. */
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
    const spent = this.spent.get(name) ?? { writes: 0, reads: 0, calls: 0, invocations: 0 };
    spent.writes += writesOf([row]);
    spent.reads += readsOf([row]);
    spent.calls += 1;
    if (!this.requests.has(row.request_id)) spent.invocations += 1;
    this.requests.add(row.request_id);
    this.spent.set(name, spent);
  }

  of(functions: RegExp): Spent {
    const sum = { writes: 0, reads: 0, calls: 0, invocations: 0 };
    for (const [name, spent] of this.spent) {
      if (!functions.test(name)) continue;
      sum.writes += spent.writes;
      sum.reads += spent.reads;
      sum.calls += spent.calls;
      sum.invocations += spent.invocations;
    }
    return sum;
  }
}

const nowOf = async (service: Service): Promise<number> => Date.parse(await service.now());
