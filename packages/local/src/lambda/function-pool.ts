import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock/clock';
import type { AddressTable } from '../network/hosts';
import type { EventSourceMapping, FunctionSpec } from '../template/deployment';
import { FunctionInstances, type InstanceEvents } from './function-instances';
import { Instance } from './instance';
import type { Caller, FunctionRunner, InvokeOutcome } from './runner';

const payloadBytesMax = 6_291_456;

export interface FunctionPoolOptions {
  functions: FunctionSpec[];
  clock: Clock;
  awsEndpoint: () => string;
  region: string;
  dnsPort: () => number;
  hosts: AddressTable;
  /** A line that a function wrote, or that says why its instance ended. */
  onLog?: (functionName: string, line: string) => void;
  /** Added to every function's environment, over what the template says. */
  extraEnvironment?: Record<string, string>;
  /** Of one function. Further invocations wait in line. */
  instancesMax?: number;
  /** A function of a queue may have as many instances as its mapping allows. */
  mappings?: Pick<EventSourceMapping, 'functionName' | 'concurrencyMax'>[];
  /** How long an instance may do nothing before it is stopped (real time). */
  idleMs?: number;
}

/** Runs the template's functions, each instance in a worker thread of its own. */
export class FunctionPool implements FunctionRunner {
  private readonly functions: Map<string, FunctionInstances>;
  /** By access key: every call of theirs is signed with it. */
  private readonly instances = new Map<string, Instance>();
  private readonly listeners: (() => void)[] = [];
  private runningNow = 0;
  private startedTotal = 0;

  constructor(private readonly options: FunctionPoolOptions) {
    // Functions run in UTC. The time zone is the process's: a worker's own TZ changes nothing.
    process.env['TZ'] = 'UTC';
    this.functions = new Map(options.functions.map((spec) => [spec.name, this.createInstances(spec)]));
    options.hosts.onChange(() => {
      const addresses = options.hosts.addresses();
      for (const instance of this.instances.values()) instance.updateAddresses(addresses);
    });
  }

  async invoke(functionName: string, payload: string, onStarted?: () => void): Promise<InvokeOutcome> {
    const requestId = randomUUID();
    const instances = this.functions.get(functionName);
    if (!instances) return unknownFunction(requestId, functionName);
    if (Buffer.byteLength(payload) > payloadBytesMax)
      return { kind: 'too-large', requestId, direction: 'in' };

    this.runningNow += 1;
    this.startedTotal += 1;
    try {
      return await instances.invoke({ requestId, payload, onStarted });
    } finally {
      this.runningNow -= 1;
      if (this.runningNow === 0) this.notifyIdle();
    }
  }

  /** How many invocations run or wait for an instance. */
  runningCount(): number {
    return this.runningNow;
  }

  /** How many invocations there were. */
  startedCount(): number {
    return this.startedTotal;
  }

  /** Calls `listener` each time that the last running invocation has ended. */
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

  /** Stops every instance for good. Invocations that wait in line become error outcomes. */
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

  private start(spec: FunctionSpec, { onReady, onStopped }: InstanceEvents): Instance {
    const { region, awsEndpoint, clock, dnsPort, hosts, extraEnvironment = {}, onLog } = this.options;
    const instance = new Instance({
      spec,
      region,
      awsEndpoint: awsEndpoint(),
      clockOffset: clock.sharedOffset,
      dnsPort: dnsPort(),
      addresses: hosts.addresses(),
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
