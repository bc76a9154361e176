import type { ImportedContacts } from '@carrier-nest/sdk';
import {
  normalizeAddress,
  readBatches,
  type Batch,
  type ImportPlan,
  type RefusedRow,
  type ImportRow,
} from './batches';
import { sendBatch, type ImportDestination } from './send-batch';

export interface ImportTotals {
  added: number;
  updated: number;
  repeated: number;
  suppressed: number;
  properties: readonly string[];
  /** The number of contacts in the audience after the latest batch. */
  members: number;
}

/** The progress of an import. */
export interface ImportProgress {
  /** `unreadable` means that the file can no longer be read, so the import cannot resume. */
  state: 'running' | 'stopping' | 'stopped' | 'failed' | 'unreadable' | 'done';
  /** The number of processed rows of the file. */
  processedRows: number;
  totals: ImportTotals;
  refused: number;
  error: unknown;
}

const initialProgress: ImportProgress = {
  state: 'stopped',
  processedRows: 0,
  totals: { added: 0, updated: 0, repeated: 0, suppressed: 0, properties: [], members: 0 },
  refused: 0,
  error: null,
};

/**
 * A running import, independent of rendering. The run reads rows only when it sends them, and keeps only the
 * refused rows. The run stops between two batches and can resume with the next batch.
 */
export class ImportRun {
  readonly refused: RefusedRow[] = [];
  readonly #id = crypto.randomUUID();
  readonly #seenAddresses = new Set<string>();
  readonly #batches: AsyncGenerator<Batch>;
  readonly #listeners = new Set<() => void>();
  #progress = initialProgress;
  /** The batch that was read but not yet imported. */
  #pendingBatch: Batch | undefined;
  #requestCount = 0;

  constructor(
    readonly plan: ImportPlan,
    readonly destination: ImportDestination,
  ) {
    this.#batches = readBatches(plan, this.#seenAddresses);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly progress = (): ImportProgress => this.#progress;

  /** Stops after the batch in flight, so that the progress is exact. */
  readonly stop = (): void => {
    if (this.#progress.state === 'running') this.#update({ state: 'stopping' });
  };

  readonly resume = (): void => {
    const { state } = this.#progress;
    if (state === 'running' || state === 'done' || state === 'unreadable') return;
    this.#update({ state: 'running', error: null });
    // In the state `stopping`, the loop is running and sees the new state.
    if (state !== 'stopping') void this.#sendBatches();
  };

  async #sendBatches(): Promise<void> {
    try {
      while (this.#progress.state === 'running') {
        const batch = this.#pendingBatch ?? (await this.#readNextBatch());
        if (!batch) return;
        await this.#sendBatch(batch);
      }
      this.#update({ state: 'stopped' });
    } catch (error) {
      this.#update({ state: 'failed', error });
    }
  }

  /** Returns undefined at the end of the file, or if the file cannot be read. */
  async #readNextBatch(): Promise<Batch | undefined> {
    try {
      const next = await this.#batches.next();
      if (!next.done) {
        this.refused.push(...next.value.refused);
        this.#pendingBatch = next.value;
        return next.value;
      }
      this.#update({ state: 'done' });
    } catch (error) {
      this.#update({ state: 'unreadable', error });
    }
    return undefined;
  }

  /** Sends a batch. Sends the batch again without the refused rows until the API accepts the remaining rows. */
  async #sendBatch(batch: Batch): Promise<void> {
    let { rows } = batch;
    while (rows.length > 0) {
      const batchRequest = { rows, idempotencyKey: `${this.#id}-${this.#requestCount}` };
      const outcome = await sendBatch(this.destination, batchRequest);
      this.#requestCount += 1;
      if ('imported' in outcome) {
        this.#recordImported(outcome.imported, rows);
        break;
      }
      this.#recordRefused(outcome.refused, rows);
      rows = outcome.remainingRows;
      this.#pendingBatch = { ...batch, rows };
    }
    this.#pendingBatch = undefined;
    const { totals } = this.#progress;
    this.#update({
      processedRows: batch.rowsRead,
      refused: this.refused.length,
      totals: { ...totals, repeated: totals.repeated + batch.repeatCount },
    });
  }

  /** The API does not import a refused row, so a later row with the same address is not a repeat. */
  #recordRefused(refused: readonly RefusedRow[], rows: readonly ImportRow[]): void {
    this.refused.push(...refused);
    const lines = new Set(refused.map(({ line }) => line));
    for (const { line, contact, isRepeated } of rows)
      if (lines.has(line) && !isRepeated) this.#seenAddresses.delete(normalizeAddress(contact));
  }

  #recordImported(imported: ImportedContacts, rows: readonly ImportRow[]): void {
    // The API counts repeated addresses as updated, because the API does not know the earlier batches.
    const repeatedAddresses = new Set(
      rows.filter(({ isRepeated }) => isRepeated).map(({ contact }) => normalizeAddress(contact)),
    );
    const { totals } = this.#progress;
    this.#update({
      totals: {
        added: totals.added + imported.inserted,
        updated: totals.updated + imported.updated - repeatedAddresses.size,
        repeated: totals.repeated + imported.skipped + repeatedAddresses.size,
        suppressed: totals.suppressed + imported.suppressed,
        properties: [...totals.properties, ...imported.properties_created],
        members: imported.contact_count,
      },
    });
  }

  #update(changes: Partial<ImportProgress>): void {
    this.#progress = { ...this.#progress, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
