import type { Instance, Invocation } from './instance';
import type { InvokeOutcome } from './runner';

/** Callbacks of an instance. */
export interface InstanceEvents {
  onReady: () => void;
  onStopped: (instance: Instance) => void;
}

export interface InstancesOptions {
  instancesMax: number;
  idleMs: number;
  start: (events: InstanceEvents) => Instance;
}

/**
 * The number of instances of a function that load at the same time. Loading is the largest cost of an instance, and all
 * instances share the processors of this machine. With this limit, existing instances finish most of a burst before new
 * instances have loaded.
 */
const loadingMax = 2;

interface QueuedInvocation {
  invocation: Invocation;
  finish: (outcome: InvokeOutcome) => void;
}

/**
 * The instances of one function. An invocation runs in an idle instance or a new instance, or waits if the function has
 * the maximum number of instances.
 */
export class FunctionInstances {
  private readonly all = new Set<Instance>();
  /**
   * Idle instances, each with the timer that stops the instance, longest idle first. The most recently used instance is
   * reused first, so that the other instances stay idle until they stop.
   */
  private readonly idle = new Map<Instance, { since: number; timer: NodeJS.Timeout }>();
  private readonly queue: QueuedInvocation[] = [];
  private isClosed = false;

  constructor(private readonly options: InstancesOptions) {}

  invoke(invocation: Invocation): Promise<InvokeOutcome> {
    return new Promise((finish) => {
      if (this.isClosed) {
        finish(stoppedOutcome(invocation));
        return;
      }
      this.queue.push({ invocation, finish });
      this.dispatchQueued();
    });
  }

  /** When the instance that has been idle longest became idle, in ms of the process's clock. */
  get idleSince(): number {
    return [...this.idle.values()][0]?.since ?? Infinity;
  }

  /** Stops the instance that has been idle longest. */
  stopLongestIdle(): void {
    const [instance] = this.idle.keys();
    void instance?.terminate();
  }

  close(): void {
    this.isClosed = true;
    for (const { timer } of this.idle.values()) clearTimeout(timer);
    for (const { invocation, finish } of this.queue.splice(0)) finish(stoppedOutcome(invocation));
  }

  private dispatchQueued(): void {
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      const instance = this.acquireInstance();
      if (!instance) break;
      this.queue.shift();
      void this.run(instance, next);
    }
  }

  private acquireInstance(): Instance | undefined {
    const idleInstance = [...this.idle.keys()].at(-1);
    if (idleInstance) {
      clearTimeout(this.idle.get(idleInstance)?.timer);
      this.idle.delete(idleInstance);
      return idleInstance;
    }
    const loading = [...this.all].filter(({ isReady }) => !isReady).length;
    return this.all.size < this.options.instancesMax && loading < loadingMax ? this.start() : undefined;
  }

  private start(): Instance {
    const instance = this.options.start({
      onReady: () => this.dispatchQueued(),
      onStopped: (stoppedInstance) => this.removeInstance(stoppedInstance),
    });
    this.all.add(instance);
    return instance;
  }

  private async run(instance: Instance, { invocation, finish }: QueuedInvocation): Promise<void> {
    const outcome = await instance.run(invocation);
    if (this.all.has(instance)) this.markIdle(instance);
    finish(outcome);
    this.dispatchQueued();
  }

  private markIdle(instance: Instance): void {
    const timer = setTimeout(() => void instance.terminate(), this.options.idleMs);
    this.idle.set(instance, { since: performance.now(), timer: timer.unref() });
  }

  private removeInstance(instance: Instance): void {
    clearTimeout(this.idle.get(instance)?.timer);
    this.idle.delete(instance);
    this.all.delete(instance);
    this.dispatchQueued();
  }
}

function stoppedOutcome({ requestId }: Invocation): InvokeOutcome {
  const payload = JSON.stringify({ errorType: 'Runtime.ExitError', errorMessage: 'The runtime is stopping' });
  return { kind: 'error', requestId, payload };
}
