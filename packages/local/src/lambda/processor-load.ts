import { availableParallelism } from 'node:os';

const sampleMs = 50;

/** More busy threads than this only delay each other, until functions exceed their timeouts. */
const busyThreadsMax = 2 * availableParallelism();

/** Above this share of its time, the main thread, which answers all AWS calls, is the bottleneck. */
const mainThreadMax = 0.9;

/** Returns the share of the time since the last call in which the thread was busy or waited for a processor. */
export interface MeasuredThread {
  takeUtilization(): number;
}

/**
 * How busy the instances of all functions are. In AWS each instance has its own processor. Local instances share the
 * processors of this machine, so queues start no further invocation while the load is high.
 */
export class ProcessorLoad {
  private sampledAt = 0;
  private busyThreads = 0;
  private mainThread = performance.eventLoopUtilization();
  private mainThreadShare = 0;

  constructor(private readonly threads: () => Iterable<MeasuredThread>) {}

  isHigh(): boolean {
    if (performance.now() - this.sampledAt >= sampleMs) this.sample();
    return this.busyThreads > busyThreadsMax || this.mainThreadShare > mainThreadMax;
  }

  private sample(): void {
    this.sampledAt = performance.now();
    const mainThread = performance.eventLoopUtilization();
    this.mainThreadShare = performance.eventLoopUtilization(mainThread, this.mainThread).utilization;
    this.mainThread = mainThread;
    this.busyThreads = 0;
    for (const thread of this.threads()) this.busyThreads += thread.takeUtilization();
  }
}
