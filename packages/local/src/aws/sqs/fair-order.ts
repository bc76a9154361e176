import { compareRanks, RankedHeap, type Ranked } from '../../clock/ranked-heap';

type ArrivalRank = [visibleAt: number, arrival: number];

interface Group {
  visibleCount: RankedHeap<ArrivalRank>;
  inFlight: number;
  /** Milliseconds that the group's messages spent in flight, excluding messages that are still in flight. */
  inFlightMs: number;
}

// No message group can have this name, because names have 1 to 128 characters.
const ungrouped = '';

/** A group is noisy if its share of the messages in flight, or of the time in flight, exceeds this value. */
const noisyShare = 0.1;

/** The minimum number of messages in flight for a group to be noisy because of that number. */
const noisyInFlightMin = 30;

/**
 * Orders visible messages in the way that AWS documents for fair queues. The next message is the oldest message of all
 * groups that are not noisy. If only noisy groups have messages, the next message is the oldest message of the noisy
 * group with the fewest messages in flight. A group is noisy if its share of all messages in flight, or of the time in
 * flight, is too large. A group is deleted once it has no messages. Messages without a group are never noisy. Every
 * change is O(log n), because at most nine groups can exceed a tenth of the messages, and at most nine groups can
 * exceed a tenth of the time.
 */
export class FairOrder {
  private readonly groups = new Map<string, Group>();
  /** The groups with visible messages, ordered by their oldest visible message. */
  private readonly candidates = new RankedHeap<ArrivalRank>();
  /** The receive time of each message in flight, by message id. */
  private readonly inFlightSince = new Map<string, number>();
  private arrivals = 0;
  private visibleCount = 0;
  private inFlightMs = 0;

  get size(): number {
    return this.visibleCount;
  }

  /** The ids of all visible messages, oldest first. */
  ids(): string[] {
    const messages = [...this.groups.values()].flatMap((group) => group.visibleCount.all());
    return messages.toSorted(compareRanks).map(({ id }) => id);
  }

  put(id: string, groupName: string | undefined, visibleAt: number): void {
    this.arrivals += 1;
    this.updateGroup(groupName, (group) => group.visibleCount.put(id, [visibleAt, this.arrivals]));
    this.visibleCount += 1;
  }

  take(): string | undefined {
    const groupName = this.nextGroup();
    if (groupName === undefined) return undefined;
    const id = this.groups.get(groupName)?.visibleCount.first()?.id;
    // Keep the group even if it is idle, because the message is about to be in flight.
    if (id !== undefined) this.removeVisible(id, groupName);
    return id;
  }

  remove(id: string, groupName: string | undefined): void {
    this.removeVisible(id, groupName);
    this.deleteIdleGroup(groupName);
  }

  /** Marks a message as in flight. Has no effect if the message is already in flight. */
  markInFlight(id: string, groupName: string | undefined, now: number): void {
    if (this.inFlightSince.has(id)) return;
    this.inFlightSince.set(id, now);
    this.updateGroup(groupName, (group) => {
      group.inFlight += 1;
    });
  }

  /** Adds the time in flight to the group, and deletes the group if it has no other messages. */
  markNotInFlight(id: string, groupName: string | undefined, now: number): void {
    const inFlightSince = this.inFlightSince.get(id);
    if (inFlightSince === undefined) return;
    this.inFlightSince.delete(id);
    this.inFlightMs += now - inFlightSince;
    this.updateGroup(groupName, (group) => {
      group.inFlight -= 1;
      group.inFlightMs += now - inFlightSince;
    });
    this.deleteIdleGroup(groupName);
  }

  private removeVisible(id: string, groupName: string | undefined): void {
    this.updateGroup(groupName, (group) => {
      if (group.visibleCount.remove(id)) this.visibleCount -= 1;
    });
  }

  private nextGroup(): string | undefined {
    const noisy: Ranked<ArrivalRank>[] = [];
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
    const hasManyInFlight =
      group.inFlight >= noisyInFlightMin && group.inFlight > noisyShare * this.inFlightSince.size;
    return hasManyInFlight || group.inFlightMs > noisyShare * this.inFlightMs;
  }

  private inFlightOf({ id }: Ranked<ArrivalRank>): number {
    return this.groups.get(id)?.inFlight ?? 0;
  }

  private updateGroup(groupName: string | undefined, apply: (group: Group) => void): void {
    const name = groupName ?? ungrouped;
    const group = this.groups.get(name) ?? { visibleCount: new RankedHeap(), inFlight: 0, inFlightMs: 0 };
    this.groups.set(name, group);
    apply(group);
    const oldest = group.visibleCount.first();
    if (oldest) this.candidates.put(name, oldest.rank);
    else this.candidates.remove(name);
  }

  private deleteIdleGroup(groupName: string | undefined): void {
    const name = groupName ?? ungrouped;
    const group = this.groups.get(name);
    if (!group || group.visibleCount.size > 0 || group.inFlight > 0) return;
    this.groups.delete(name);
    this.inFlightMs -= group.inFlightMs;
  }
}
