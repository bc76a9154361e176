/** Compared number by number, the smaller first. */
export type Rank = readonly number[];

export interface Ranked<R extends Rank> {
  id: string;
  rank: R;
}

/** Ids in the order of their ranks. Every change is O(log n). */
export class RankedHeap<R extends Rank> {
  private readonly slots: Ranked<R>[] = [];
  private readonly places = new Map<string, number>();

  get size(): number {
    return this.slots.length;
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  first(): Ranked<R> | undefined {
    return this.slots[0];
  }

  /** In no order. */
  all(): readonly Ranked<R>[] {
    return this.slots;
  }

  /** Adds the id, or moves it when it is there already. */
  put(id: string, rank: R): void {
    this.remove(id);
    this.place({ id, rank }, this.slots.length);
    this.rise(this.slots.length - 1);
  }

  remove(id: string): boolean {
    const index = this.places.get(id);
    if (index === undefined) return false;

    this.places.delete(id);
    const last = this.slots.pop();
    if (!last || last.id === id) return true;
    this.place(last, index);
    this.rise(index);
    this.sink(index);
    return true;
  }

  private place(slot: Ranked<R>, index: number): void {
    this.slots[index] = slot;
    this.places.set(slot.id, index);
  }

  private rise(start: number): void {
    for (let index = start; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!this.swapIfBefore(index, parent)) return;
      index = parent;
    }
  }

  private sink(start: number): void {
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
    this.place(a, other);
    this.place(b, index);
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
