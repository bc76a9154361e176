/** A rank is compared number by number. The smaller rank is first. */
export type Rank = readonly number[];

export interface Ranked<R extends Rank> {
  id: string;
  rank: R;
}

/** Ids ordered by rank. Every change is O(log n). */
export class RankedHeap<R extends Rank> {
  private readonly slots: Ranked<R>[] = [];
  private readonly indexById = new Map<string, number>();

  get size(): number {
    return this.slots.length;
  }

  has(id: string): boolean {
    return this.indexById.has(id);
  }

  first(): Ranked<R> | undefined {
    return this.slots[0];
  }

  /** All entries, unordered. */
  all(): readonly Ranked<R>[] {
    return this.slots;
  }

  /** Adds the id. If the heap has the id, changes its rank. */
  put(id: string, rank: R): void {
    this.remove(id);
    this.setSlot({ id, rank }, this.slots.length);
    this.siftUp(this.slots.length - 1);
  }

  remove(id: string): boolean {
    const index = this.indexById.get(id);
    if (index === undefined) return false;

    this.indexById.delete(id);
    const last = this.slots.pop();
    if (!last || last.id === id) return true;
    this.setSlot(last, index);
    this.siftUp(index);
    this.siftDown(index);
    return true;
  }

  private setSlot(slot: Ranked<R>, index: number): void {
    this.slots[index] = slot;
    this.indexById.set(slot.id, index);
  }

  private siftUp(start: number): void {
    for (let index = start; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!this.swapIfBefore(index, parent)) return;
      index = parent;
    }
  }

  private siftDown(start: number): void {
    for (let index = start; ;) {
      const left = 2 * index + 1;
      const child = this.isBefore(left + 1, left) ? left + 1 : left;
      if (!this.swapIfBefore(child, index)) return;
      index = child;
    }
  }

  private isBefore(index: number, other: number): boolean {
    const [a, b] = [this.slots[index], this.slots[other]];
    return a !== undefined && b !== undefined && compareRanks(a, b) < 0;
  }

  private swapIfBefore(index: number, other: number): boolean {
    const [a, b] = [this.slots[index], this.slots[other]];
    if (!a || !b || !this.isBefore(index, other)) return false;
    this.setSlot(a, other);
    this.setSlot(b, index);
    return true;
  }
}

export function compareRanks(a: Ranked<Rank>, b: Ranked<Rank>): number {
  for (const [index, number] of a.rank.entries()) {
    const difference = number - (b.rank[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
