/** Ids in the order of their due times; equal times keep the order of their coming. Every change is O(log n). */
export class DueHeap {
  private readonly slots: Slot[] = [];
  private readonly places = new Map<string, number>();
  private arrivals = 0;

  get size(): number {
    return this.slots.length;
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  /** All, in order. */
  ids(): string[] {
    const inOrder = this.slots.toSorted((a, b) => a.dueAt - b.dueAt || a.arrival - b.arrival);
    return inOrder.map((slot) => slot.id);
  }

  nextDueAt(): number | undefined {
    return this.slots[0]?.dueAt;
  }

  /** Adds the id, or moves it when it is there already. */
  put(id: string, dueAt: number): void {
    this.remove(id);
    this.arrivals += 1;
    this.place({ id, dueAt, arrival: this.arrivals }, this.slots.length);
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

  /** Takes out what is due first, if it is due by then. */
  takeDue(by: number): { id: string; dueAt: number } | undefined {
    const first = this.slots[0];
    if (!first || first.dueAt > by) return undefined;
    this.remove(first.id);
    return first;
  }

  private place(slot: Slot, index: number): void {
    this.slots[index] = slot;
    this.places.set(slot.id, index);
  }

  private rise(start: number): void {
    for (let index = start; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!this.swapIfEarlier(index, parent)) return;
      index = parent;
    }
  }

  private sink(start: number): void {
    for (let index = start; ;) {
      const left = 2 * index + 1;
      const child = this.isEarlier(left + 1, left) ? left + 1 : left;
      if (!this.swapIfEarlier(child, index)) return;
      index = child;
    }
  }

  private isEarlier(index: number, other: number): boolean {
    const [a, b] = [this.slots[index], this.slots[other]];
    if (!a || !b) return false;
    return a.dueAt === b.dueAt ? a.arrival < b.arrival : a.dueAt < b.dueAt;
  }

  private swapIfEarlier(index: number, other: number): boolean {
    const [a, b] = [this.slots[index], this.slots[other]];
    if (!a || !b || !this.isEarlier(index, other)) return false;
    this.place(a, other);
    this.place(b, index);
    return true;
  }
}

interface Slot {
  id: string;
  dueAt: number;
  arrival: number;
}
