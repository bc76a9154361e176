import { compareRanks, RankedHeap, type Ranked } from '../../clock/ranked-heap';

type Age = [visibleAt: number, arrival: number];

interface Group {
  waiting: RankedHeap<Age>;
  inFlight: number;
  /** How long its messages were in flight, of those that are no more, ms. */
  spentMs: number;
}

// No message group has this name: one has 1 to 128 characters.
const ungrouped = '';

/** A group that has more than this part of something has too much of it. */
const noisyShare = 0.1;

/** With fewer in flight a group is not noisy for their number. */
const noisyInFlightMin = 30;

/**
 * Which visible message is next, as AWS describes fair queues: the oldest of all groups that are quiet, and when there is
 * none, the oldest of the noisy group with the fewest messages in flight. A group is noisy by its part of all
 * messages in flight or of the time that they took; it is forgotten once it has none left. A message without a group
 * is a group of its own. Every change is O(log n): nine groups at most can have a tenth of something.
 */
export class FairOrder {
  private readonly groups = new Map<string, Group>();
  /** Groups that have a visible message, by their oldest one. */
  private readonly candidates = new RankedHeap<Age>();
  /** Since when each message in flight is. */
  private readonly startedAt = new Map<string, number>();
  private arrivals = 0;
  private waiting = 0;
  private spentMs = 0;

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
    const groupName = this.nextGroup();
    if (groupName === undefined) return undefined;
    const id = this.groups.get(groupName)?.waiting.first()?.id;
    // Its group stays known: it is about to be in flight.
    if (id !== undefined) this.drop(id, groupName);
    return id;
  }

  remove(id: string, groupName: string | undefined): void {
    this.drop(id, groupName);
    this.forgetIdle(groupName);
  }

  /** The message is in flight from now on, unless it is already. */
  begin(id: string, groupName: string | undefined, now: number): void {
    if (this.startedAt.has(id)) return;
    this.startedAt.set(id, now);
    this.change(groupName, (group) => {
      group.inFlight += 1;
    });
  }

  /** The message is in flight no more. */
  end(id: string, groupName: string | undefined, now: number): void {
    const startedAt = this.startedAt.get(id);
    if (startedAt === undefined) return;
    this.startedAt.delete(id);
    this.spentMs += now - startedAt;
    this.change(groupName, (group) => {
      group.inFlight -= 1;
      group.spentMs += now - startedAt;
    });
    this.forgetIdle(groupName);
  }

  private drop(id: string, groupName: string | undefined): void {
    this.change(groupName, (group) => {
      if (group.waiting.remove(id)) this.waiting -= 1;
    });
  }

  private nextGroup(): string | undefined {
    const noisy: Ranked<Age>[] = [];
    let first = this.candidates.first();
    for (; first && this.isNoisy(first.id); first = this.candidates.first()) {
      noisy.push(first);
      this.candidates.remove(first.id);
    }
    for (const { id, rank } of noisy) this.candidates.put(id, rank);
    return first?.id ?? noisy.toSorted((a, b) => this.inFlightOf(a) - this.inFlightOf(b))[0]?.id;
  }

  private isNoisy(name: string): boolean {
    const group = this.groups.get(name);
    if (!group || name === ungrouped) return false;
    const hasMany = group.inFlight >= noisyInFlightMin && group.inFlight > noisyShare * this.startedAt.size;
    return hasMany || group.spentMs > noisyShare * this.spentMs;
  }

  private inFlightOf({ id }: Ranked<Age>): number {
    return this.groups.get(id)?.inFlight ?? 0;
  }

  private change(groupName: string | undefined, apply: (group: Group) => void): void {
    const name = groupName ?? ungrouped;
    const group = this.groups.get(name) ?? { waiting: new RankedHeap(), inFlight: 0, spentMs: 0 };
    this.groups.set(name, group);
    apply(group);
    const oldest = group.waiting.first();
    if (oldest) this.candidates.put(name, oldest.rank);
    else this.candidates.remove(name);
  }

  private forgetIdle(groupName: string | undefined): void {
    const name = groupName ?? ungrouped;
    const group = this.groups.get(name);
    if (!group || group.waiting.size > 0 || group.inFlight > 0) return;
    this.groups.delete(name);
    this.spentMs -= group.spentMs;
  }
}
