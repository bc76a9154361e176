import { findUnsuppressed } from '../../../../import/src/confirm-suppressed';
import type { ImportPlan, LocatedOptOut, RefusedRow } from '../../../../import/src/plan-import';
import type { CsvTable } from '../../../../import/src/read-table';
import {
  sendParts,
  startProgress,
  type ImportDestination,
  type ImportTotals,
} from '../../../../import/src/send-parts';
import { suppressionOf } from '../../../../import/src/statuses';

/** The progress of an import. */
export interface ImportProgress {
  state: 'running' | 'stopping' | 'stopped' | 'failed' | 'done';
  /** The number of processed rows of the file. */
  processedRows: number;
  totals: ImportTotals;
  refused: readonly RefusedRow[];
  /** The opt-outs that the service does not suppress, known at the end. */
  unsuppressed: readonly Pick<LocatedOptOut, 'line' | 'email'>[];
  error: unknown;
}

/**
 * A running import, independent of rendering. The run stops between two parts and can resume with the next part.
 */
export class ImportRun {
  readonly #listeners = new Set<() => void>();
  #sent = startProgress();
  #progress: ImportProgress;

  constructor(
    readonly table: CsvTable,
    readonly plan: ImportPlan,
    readonly destination: ImportDestination,
  ) {
    this.#progress = { state: 'stopped', unsuppressed: [], error: null, ...this.#counts() };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly progress = (): ImportProgress => this.#progress;

  /** Stops after the part in flight, so that the progress is exact. */
  readonly stop = (): void => {
    if (this.#progress.state === 'running') this.#update({ state: 'stopping' });
  };

  readonly resume = (): void => {
    const { state } = this.#progress;
    if (state === 'running' || state === 'done') return;
    this.#update({ state: 'running', error: null });
    // In the state `stopping`, the loop is running and sees the new state.
    if (state !== 'stopping') void this.#run();
  };

  async #run(): Promise<void> {
    try {
      for await (const sent of sendParts(this.destination, this.plan, this.#sent)) {
        this.#sent = sent;
        this.#update(this.#counts());
        if (this.#progress.state === 'running') continue;
        this.#update({ state: 'stopped' });
        return;
      }
      this.#update({ state: 'done', unsuppressed: await this.#confirmOptOuts() });
    } catch (error) {
      this.#update({ state: 'failed', error });
    }
  }

  #counts(): Pick<ImportProgress, 'processedRows' | 'totals' | 'refused'> {
    const { rowsDone, totals, refused } = this.#sent;
    return {
      processedRows: this.plan.refused.length + rowsDone,
      totals,
      refused: [...this.plan.refused, ...refused],
    };
  }

  #confirmOptOuts(): Promise<ImportProgress['unsuppressed']> {
    const expected = this.plan.optOuts.map((optOut) => ({ ...optOut, ...suppressionOf[optOut.status] }));
    return findUnsuppressed(this.destination.client, expected);
  }

  #update(changes: Partial<ImportProgress>): void {
    this.#progress = { ...this.#progress, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
