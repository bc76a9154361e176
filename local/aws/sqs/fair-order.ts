import { compareRanks, RankedHeap } from '../../clock/ranked-heap';

interface Group {
  waiting: RankedHeap<[visibleAt: number, arrival: number]>;
  inFlight: number;
}

// No message group has this name: one has 1 to 128 characters.
const ungrouped = '';

/**
 * Which visible message is next: the oldest of the group with the fewest messages in flight. A message without a
 * group is a group of its own, with none in flight. Every change is O(log n).
 */
export class FairOrder {
  private readonly groups = new Map<string, Group>();
  /** Groups that have a visible message, by what decides which of them is next. */
  private readonly candidates = new RankedHeap<[inFlight: number, visibleAt: number, arrival: number]>();
  private arrivals = 0;
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  /** All, the oldest first. */
  ids(): string[] {
    const messages = [...this.groups.values()].flatMap((group) => group.waiting.all());
    return messages.toSorted(compareRanks).map(({ id }) => id);
  }

  put(id: string, groupName: string | undefined, visibleAt: number): void {
    this.arrivals += 1;
    this.change(groupName, (group) => group.waiting.put(id, [visibleAt, this.arrivals]));
    this.waiting += 1;
  }

  take(): string | undefined {
    const groupName = this.candidates.first()?.id;
    if (groupName === undefined) return undefined;
    const id = this.groups.get(groupName)?.waiting.first()?.id;
    if (id !== undefined) this.remove(id, groupName);
    return id;
  }

  remove(id: string, groupName: string | undefined): void {
    this.change(groupName, (group) => {
      if (group.waiting.remove(id)) this.waiting -= 1;
    });
  }

  /** One more message of the group is in flight, or one less. */
  countInFlight(groupName: string | undefined, change: 1 | -1): void {
    // A message without a group is alone, and not in this order while it is in flight.
    if (groupName === undefined) return;
    this.change(groupName, (group) => {
      group.inFlight += change;
    });
  }

  private change(groupName: string | undefined, apply: (group: Group) => void): void {
    const name = groupName ?? ungrouped;
    const group = this.groups.get(name) ?? { waiting: new RankedHeap(), inFlight: 0 };
    apply(group);
    const oldest = group.waiting.first();
    if (oldest) this.candidates.put(name, [group.inFlight, ...oldest.rank]);
    else this.candidates.remove(name);
    if (oldest || group.inFlight > 0) this.groups.set(name, group);
    else this.groups.delete(name);
  }
}
