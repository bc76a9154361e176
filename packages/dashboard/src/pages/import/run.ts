import type { ImportedContacts } from '@carrier-nest/sdk';
import { addressIn, partsOf, type Part, type Plan, type Refused, type Row } from './parts';
import { send, type Destination } from './send-part';

export interface Totals {
  added: number;
  known: number;
  repeated: number;
  suppressed: number;
  properties: readonly string[];
  /** How many are on the audience now. */
  members: number;
}

/** How far an import is. */
export interface Progress {
  /** `broken`: the file cannot be read any more, so that there is nothing to go on with. */
  state: 'running' | 'stopping' | 'stopped' | 'failed' | 'broken' | 'done';
  /** Rows of the file that are dealt with. */
  done: number;
  totals: Totals;
  refused: number;
  error: unknown;
}

const begun: Progress = {
  state: 'stopped',
  done: 0,
  totals: { added: 0, known: 0, repeated: 0, suppressed: 0, properties: [], members: 0 },
  refused: 0,
  error: null,
};

/**
 * An import on its way, outside of what is rendered: rows are read when they are sent, and only those that were
 * refused are kept. It stops between two parts, and goes on from there.
 */
export class ImportRun {
  readonly refused: Refused[] = [];
  readonly #id = crypto.randomUUID();
  readonly #seen = new Set<string>();
  readonly #parts: AsyncGenerator<Part>;
  readonly #listeners = new Set<() => void>();
  #progress = begun;
  /** What is read and not yet in. */
  #open: Part | undefined;
  #requests = 0;

  constructor(
    readonly plan: Plan,
    readonly destination: Destination,
  ) {
    this.#parts = partsOf(plan, this.#seen);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly progress = (): Progress => this.#progress;

  /** What is on the way is waited for: then it is known what is in. */
  readonly stop = (): void => {
    if (this.#progress.state === 'running') this.#become({ state: 'stopping' });
  };

  readonly goOn = (): void => {
    const { state } = this.#progress;
    if (state === 'running' || state === 'done' || state === 'broken') return;
    this.#become({ state: 'running', error: null });
    // Whoever is still at work hears it.
    if (state !== 'stopping') void this.#work();
  };

  async #work(): Promise<void> {
    try {
      while (this.#progress.state === 'running') {
        const part = this.#open ?? (await this.#next());
        if (!part) return;
        await this.#finish(part);
      }
      this.#become({ state: 'stopped' });
    } catch (error) {
      this.#become({ state: 'failed', error });
    }
  }

  /** Undefined where there is no more of it, or where it cannot be read. */
  async #next(): Promise<Part | undefined> {
    try {
      const { value, done } = await this.#parts.next();
      if (!done) {
        this.refused.push(...value.refused);
        this.#open = value;
        return value;
      }
      this.#become({ state: 'done' });
    } catch (error) {
      this.#become({ state: 'broken', error });
    }
    return undefined;
  }

  /** Sends it until all of it that the API takes is in. */
  async #finish(part: Part): Promise<void> {
    let { rows } = part;
    while (rows.length > 0) {
      const sending = { rows, idempotencyKey: `${this.#id}-${this.#requests}` };
      const outcome = await send(this.destination, sending);
      this.#requests += 1;
      if ('imported' in outcome) {
        this.#count(outcome.imported, rows);
        break;
      }
      this.#refuse(outcome.refused, rows);
      rows = outcome.rest;
      this.#open = { ...part, rows };
    }
    this.#open = undefined;
    const { totals } = this.#progress;
    this.#become({
      done: part.upTo,
      refused: this.refused.length,
      totals: { ...totals, repeated: totals.repeated + part.repeats },
    });
  }

  /** Nobody is in by them, so a later row of the same address is no repeat. */
  #refuse(refused: readonly Refused[], rows: readonly Row[]): void {
    this.refused.push(...refused);
    const lines = new Set(refused.map(({ line }) => line));
    for (const { line, contact, isRepeat } of rows)
      if (lines.has(line) && !isRepeat) this.#seen.delete(addressIn(contact));
  }

  #count(imported: ImportedContacts, rows: readonly Row[]): void {
    // The API does not know that they stood in an earlier part.
    const repeats = new Set(rows.filter(({ isRepeat }) => isRepeat).map(({ contact }) => addressIn(contact)));
    const { totals } = this.#progress;
    this.#become({
      totals: {
        added: totals.added + imported.inserted,
        known: totals.known + imported.updated - repeats.size,
        repeated: totals.repeated + imported.skipped + repeats.size,
        suppressed: totals.suppressed + imported.suppressed,
        properties: [...totals.properties, ...imported.properties_created],
        members: imported.contact_count,
      },
    });
  }

  #become(changes: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
