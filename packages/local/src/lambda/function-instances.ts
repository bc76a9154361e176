import type { Instance, Invocation } from './instance';
import type { InvokeOutcome } from './runner';

/** What an instance tells of itself. */
export interface InstanceEvents {
  onReady: () => void;
  onGone: (instance: Instance) => void;
}

export interface InstancesOptions {
  instancesMax: number;
  idleMs: number;
  start: (events: InstanceEvents) => Instance;
}

/**
 * So many load at once. Loading is most of what an instance costs, and all of them share the processors of this machine:
 * of a crowd of requests, most are answered by instances that are there before another one would have loaded.
 */
const loadingMax = 2;

interface Waiting {
  invocation: Invocation;
  finish: (outcome: InvokeOutcome) => void;
}

/** The instances of one function. A free one takes the next invocation, else a new one, else the invocation waits. */
export class FunctionInstances {
  private readonly all = new Set<Instance>();
  /** Each with the timer that stops it when it stays unused. The one used last is taken first, so that others can end. */
  private readonly idle = new Map<Instance, NodeJS.Timeout>();
  private readonly line: Waiting[] = [];
  private isClosed = false;

  constructor(private readonly options: InstancesOptions) {}

  invoke(invocation: Invocation): Promise<InvokeOutcome> {
    return new Promise((finish) => {
      if (this.isClosed) return finish(stopped(invocation));
      this.line.push({ invocation, finish });
      this.serve();
    });
  }

  close(): void {
    this.isClosed = true;
    for (const timer of this.idle.values()) clearTimeout(timer);
    for (const { invocation, finish } of this.line.splice(0)) finish(stopped(invocation));
  }

  private serve(): void {
    for (let next = this.line[0]; next; next = this.line[0]) {
      const instance = this.take();
      if (!instance) break;
      this.line.shift();
      void this.run(instance, next);
    }
  }

  private take(): Instance | undefined {
    const free = [...this.idle.keys()].at(-1);
    if (free) {
      clearTimeout(this.idle.get(free));
      this.idle.delete(free);
      return free;
    }
    const loading = [...this.all].filter(({ isReady }) => !isReady).length;
    return this.all.size < this.options.instancesMax && loading < loadingMax ? this.start() : undefined;
  }

  private start(): Instance {
    const instance = this.options.start({
      onReady: () => this.serve(),
      onGone: (gone) => this.forget(gone),
    });
    this.all.add(instance);
    return instance;
  }

  private async run(instance: Instance, { invocation, finish }: Waiting): Promise<void> {
    const outcome = await instance.run(invocation);
    if (this.all.has(instance)) this.rest(instance);
    finish(outcome);
    this.serve();
  }

  private rest(instance: Instance): void {
    const timer = setTimeout(() => void instance.terminate(), this.options.idleMs);
    this.idle.set(instance, timer.unref());
  }

  private forget(instance: Instance): void {
    clearTimeout(this.idle.get(instance));
    this.idle.delete(instance);
    this.all.delete(instance);
    this.serve();
  }
}

function stopped({ requestId }: Invocation): InvokeOutcome {
  const payload = JSON.stringify({ errorType: 'Runtime.ExitError', errorMessage: 'The runtime stops' });
  return { kind: 'error', requestId, payload };
}
