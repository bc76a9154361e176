/** One AWS call of a function, as `GET /control/calls` shows it. */
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

/** The latest calls. When there are too many, the oldest go. */
export class Calls {
  private readonly rows: CallRow[] = [];
  private oldest = 0;

  constructor(private readonly rowsMax = 10_000) {}

  record(row: CallRow): void {
    if (this.rows.length < this.rowsMax) {
      this.rows.push(row);
      return;
    }
    this.rows[this.oldest] = row;
    this.oldest = (this.oldest + 1) % this.rowsMax;
  }

  /** The calls made at `instant` (ISO) or later, oldest first. Without it, all. */
  since(instant?: string): CallRow[] {
    const rows = [...this.rows.slice(this.oldest), ...this.rows.slice(0, this.oldest)];
    if (instant === undefined) return rows;
    const from = Date.parse(instant);
    return rows.filter((row) => Date.parse(row.at) >= from);
  }

  clear(): void {
    this.rows.length = 0;
    this.oldest = 0;
  }
}
