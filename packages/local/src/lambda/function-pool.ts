import { randomUUID } from 'node:crypto';
import { totalmem } from 'node:os';
import type { Clock } from '../clock/clock';
import type { AddressTable } from '../network/hosts';
import type { EventSourceMapping, FunctionSpec } from '../template/deployment';
import { FunctionInstances, type InstanceEvents } from './function-instances';
import { Instance } from './instance';
import { ProcessorLoad } from './processor-load';
import type { Caller, FunctionRunner, InvokeOptions, InvokeOutcome } from './runner';

const payloadBytesMax = 6_291_456;

/** An instance takes about 25 MB. All instances take at most an eighth of the memory, and 1.25 GB at most. */
const totalMaxByMemory = Math.max(10, Math.min(50, Math.floor(totalmem() / 8 / 25_000_000)));

export interface FunctionPoolOptions {
  functions: FunctionSpec[];
  clock: Clock;
  awsEndpoint: () => string;
  region: string;
  dnsPort: () => number;
  hosts: AddressTable;
  /** The certificate of an authority that functions trust in addition to the public ones, as PEM. */
  authority?: string;
  /** Receives each line that a function logs, and the reason when an instance of the function fails. */
  onLog?: (functionName: string, line: string) => void;
  /** Added to the environment of every function. Overrides the template. */
  extraEnvironment?: Record<string, string>;
  /** The maximum number of instances per function. Further invocations wait. */
  instancesMax?: number;
  /** The number of instances of all functions above which a new instance replaces the one that is idle longest. */
  totalMax?: number;
  /** A function that reads a queue may have as many instances as its mapping allows. */
  mappings?: Pick<EventSourceMapping, 'functionName' | 'concurrencyMax'>[];
  /** Real time after which an idle instance is stopped. */
  idleMs?: number;
}

/** Runs the functions of the template. Each instance is a worker thread. */
export class FunctionPool implements FunctionRunner {
  private readonly functions: Map<string, FunctionInstances>;
  /** The instances by the access key that signs their AWS calls. */
  private readonly instances = new Map<string, Instance>();
  private readonly listeners: (() => void)[] = [];
  private readonly load = new ProcessorLoad(() => this.instances.values());
  private runningNow = 0;
  private startedTotal = 0;

  constructor(private readonly options: FunctionPoolOptions) {
    // Functions run in UTC. A worker uses the time zone of the process and ignores its own TZ.
    process.env['TZ'] = 'UTC';
    this.functions = new Map(options.functions.map((spec) => [spec.name, this.createInstances(spec)]));
    options.hosts.onChange(() => {
      const addresses = options.hosts.addresses();
      for (const instance of this.instances.values()) instance.updateAddresses(addresses);
    });
  }

  async invoke(functionName: string, payload: string, options: InvokeOptions = {}): Promise<InvokeOutcome> {
    const requestId = randomUUID();
    const instances = this.functions.get(functionName);
    if (!instances) return unknownFunction(requestId, functionName);
    if (Buffer.byteLength(payload) > payloadBytesMax)
      return { kind: 'too-large', requestId, direction: 'in' };

    const running = options.isWaiting ? 0 : 1;
    this.runningNow += running;
    this.startedTotal += 1;
    try {
      return await instances.invoke({ requestId, payload, ...options });
    } finally {
      this.runningNow -= running;
      if (this.runningNow === 0) this.notifyIdle();
    }
  }

  /** The number of invocations that run or wait for an instance, except those that wait for a client. */
  runningCount(): number {
    return this.runningNow;
  }

  isBusy(): boolean {
    return this.load.isHigh();
  }

  /** The number of invocations since the start. */
  startedCount(): number {
    return this.startedTotal;
  }

  /** Calls `listener` whenever the last running invocation ends. */
  onIdle(listener: () => void): void {
    this.listeners.push(listener);
  }

  kill(accessKeyId: string): void {
    void this.instances.get(accessKeyId)?.terminate();
  }

  caller(accessKeyId: string): Caller | undefined {
    const instance = this.instances.get(accessKeyId);
    if (!instance) return undefined;
    const { name, roleArn } = instance.spec;
    return { functionName: name, roleArn, requestId: instance.requestId };
  }

  async restart(): Promise<void> {
    await Promise.all([...this.instances.values()].map((instance) => instance.terminate()));
  }

  /** Stops all instances permanently. Waiting invocations end with an error outcome. */
  async stop(): Promise<void> {
    for (const instances of this.functions.values()) instances.close();
    await this.restart();
  }

  private notifyIdle(): void {
    for (const listener of this.listeners) listener();
  }

  private createInstances(spec: FunctionSpec): FunctionInstances {
    const { instancesMax = 10, idleMs = 5 * 60_000, mappings = [] } = this.options;
    const mapping = mappings.find(({ functionName }) => functionName === spec.name);
    const limit = Math.max(instancesMax, mapping?.concurrencyMax ?? 0);
    return new FunctionInstances({
      instancesMax: limit,
      idleMs,
      start: (events) => this.start(spec, events),
    });
  }

  /** Stops the instance that has been idle longest, if there are many. */
  private makeRoom(): void {
    const { totalMax = totalMaxByMemory } = this.options;
    if (this.instances.size < totalMax) return;
    const functions = [...this.functions.values()].filter(({ idleSince }) => idleSince < Infinity);
    functions.sort((a, b) => a.idleSince - b.idleSince)[0]?.stopLongestIdle();
  }

  private start(spec: FunctionSpec, { onReady, onStopped }: InstanceEvents): Instance {
    const {
      region,
      awsEndpoint,
      clock,
      dnsPort,
      hosts,
      authority,
      extraEnvironment = {},
      onLog,
    } = this.options;
    this.makeRoom();
    const instance = new Instance({
      spec,
      region,
      awsEndpoint: awsEndpoint(),
      clockOffset: clock.sharedOffset,
      dnsPort: dnsPort(),
      addresses: hosts.addresses(),
      authority,
      extraEnvironment,
      onLog: (line) => onLog?.(spec.name, line),
      onReady,
      onStopped: (stoppedInstance) => {
        this.instances.delete(stoppedInstance.accessKeyId);
        onStopped(stoppedInstance);
      },
    });
    this.instances.set(instance.accessKeyId, instance);
    return instance;
  }
}

function unknownFunction(requestId: string, functionName: string): InvokeOutcome {
  const payload = JSON.stringify({
    errorType: 'ResourceNotFoundException',
    errorMessage: `Function not found: ${functionName}`,
  });
  return { kind: 'error', requestId, payload };
}
