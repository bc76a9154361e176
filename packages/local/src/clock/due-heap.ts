import { compareRanks, RankedHeap } from './ranked-heap';

/** Ids ordered by due time, and by insertion for equal times. Every change is O(log n). */
export class DueHeap {
  private readonly heap = new RankedHeap<[dueAt: number, arrival: number]>();
  private arrivals = 0;

  get size(): number {
    return this.heap.size;
  }

  has(id: string): boolean {
    return this.heap.has(id);
  }

  /** All ids, in order. */
  ids(): string[] {
    return this.heap
      .all()
      .toSorted(compareRanks)
      .map(({ id }) => id);
  }

  nextDueAt(): number | undefined {
    return this.heap.first()?.rank[0];
  }

  /** Adds the id. If the heap has the id, changes its due time. */
  put(id: string, dueAt: number): void {
    this.arrivals += 1;
    this.heap.put(id, [dueAt, this.arrivals]);
  }

  remove(id: string): boolean {
    return this.heap.remove(id);
  }

  /** Removes and returns the first id if it is due. */
  popDue(now: number): { id: string; dueAt: number } | undefined {
    const first = this.heap.first();
    if (!first || first.rank[0] > now) return undefined;
    this.heap.remove(first.id);
    return { id: first.id, dueAt: first.rank[0] };
  }
}
