/** One AWS call of a function, as `GET /control/calls` returns it. */
export interface CallRow {
  at: string;
  function: string;
  request_id: string;
  service: string;
  operation: string;
  target: string;
  read_units: number;
  write_units: number;
  duration_ms: number;
  error: string | null;
}

/** A call as stored in memory. A number needs a third of the space of an ISO timestamp. */
export type LoggedCall = Omit<CallRow, 'at'> & { at: number };

/** The latest calls, up to `callsMax`. A new call replaces the oldest. */
export class CallLog {
  private readonly calls: LoggedCall[] = [];
  private oldest = 0;

  constructor(private readonly callsMax = 1_000_000) {}

  record(call: LoggedCall): void {
    if (this.calls.length < this.callsMax) {
      this.calls.push(call);
      return;
    }
    this.calls[this.oldest] = call;
    this.oldest = (this.oldest + 1) % this.callsMax;
  }

  /** The calls made at `instant` (ISO) or later, oldest first; all calls if `instant` is omitted. */
  since(instant?: string): CallRow[] {
    const from = instant === undefined ? -Infinity : Date.parse(instant);
    const inOrder = [...this.calls.slice(this.oldest), ...this.calls.slice(0, this.oldest)];
    return inOrder.filter(({ at }) => at >= from).map(toCallRow);
  }

  clear(): void {
    this.calls.length = 0;
    this.oldest = 0;
  }
}

const toCallRow = (call: LoggedCall): CallRow => ({ ...call, at: new Date(call.at).toISOString() });
