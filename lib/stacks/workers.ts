import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke, SqsSendMessage } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Construct } from 'constructs';
import { jobEntries, type Job, type JobName, type Trigger } from '../../functions/workers/jobs';
import { concurrencyCap } from '../parts/concurrency';
import { isInLoop } from '../parts/recursion';
import { publicUrl } from '../parts/public-url';
import { QueueWithDeadLetters } from '../parts/queue-with-dead-letters';
import type { FunctionResources } from '../parts/resources';
import { ServiceFunction } from '../parts/service-function';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';

type QueueTrigger = Extract<Trigger, { kind: 'queue' }>;
type WorkerOptions = Pick<WorkersStackProps, 'settings' | 'resources'>;

interface QueueReader {
  name: JobName;
  job: Job;
  trigger: QueueTrigger;
  worker: ServiceFunction;
}

interface WorkersStackProps extends ServiceStackProps {
  settings: Settings;
  resources: FunctionResources;
  api: SpecRestApi;
}

/**
 * The workers, which run without a client request: one function per job, with the queue or schedule that triggers the
 * function.
 */
export class WorkersStack extends ServiceStack {
  readonly functions = new Map<JobName, ServiceFunction>();
  readonly queues: QueueWithDeadLetters[] = [];

  constructor(scope: Construct, id: string, { settings, resources, api, ...props }: WorkersStackProps) {
    super(scope, id, props);
    const functionResources = {
      ...resources,
      oauth: {},
      signIn: {},
      publicUrl: publicUrl(this, api, settings),
    };
    for (const [name, job] of jobsWith(resources)) {
      const worker = new ServiceFunction(this, {
        ...job,
        name,
        description: job.summary,
        isInLoop: isInLoop(name),
        resources: functionResources,
        settings,
      });
      this.functions.set(name, worker);
      this.addTrigger(name, job, worker, { settings, resources });
    }
  }

  private addTrigger(name: JobName, job: Job, worker: ServiceFunction, options: WorkerOptions): void {
    const { trigger } = job;
    switch (trigger.kind) {
      case 'queue':
        this.addQueueTrigger({ name, job, trigger, worker }, options);
        return;
      case 'every':
        new Schedule(this, `${name}Schedule`, {
          schedule: ScheduleExpression.rate(Duration.minutes(trigger.minutes)),
          target: new LambdaInvoke(worker, { retryAttempts: 0 }),
        });
        return;
      case 'operator':
        return;
    }
  }

  private addQueueTrigger(
    { name, job, trigger, worker }: QueueReader,
    { settings, resources }: WorkerOptions,
  ): void {
    const { from, batchSize, batchWindowSeconds, sweepMinutes } = trigger;
    const queue = this.findOrCreateQueue(name, trigger, job, resources);
    worker.addEventSource(
      new SqsEventSource(queue, {
        batchSize,
        ...(batchWindowSeconds !== undefined && { maxBatchingWindow: Duration.seconds(batchWindowSeconds) }),
        reportBatchItemFailures: true,
        maxConcurrency: concurrencyCap(name, settings),
      }),
    );
    this.queues.push(queue);
    if (sweepMinutes === undefined) return;
    new Schedule(this, `${name}Sweep`, {
      schedule: ScheduleExpression.rate(Duration.minutes(sweepMinutes)),
      target: new SqsSendMessage(queue, {
        input: ScheduleTargetInput.fromObject({ wakeup: `${from} sweep` }),
      }),
    });
  }

  private findOrCreateQueue(
    name: JobName,
    { from, triesMax }: QueueTrigger,
    { timeoutSeconds }: Job,
    { eventsTopic, inboundQueue, queues, deadLetters, undelivered }: FunctionResources,
  ): QueueWithDeadLetters {
    if (from === 'inbound' && inboundQueue) return inboundQueue;
    if (from !== 'email-events' && from !== 'inbound') return queues[from];
    const queue = new QueueWithDeadLetters(this, `${name}Queue`, { deadLetters, timeoutSeconds, triesMax });
    queue.subscribeTo(eventsTopic, undelivered);
    return queue;
  }
}

const readsInbound = ({ trigger }: Job): boolean => trigger.kind === 'queue' && trigger.from === 'inbound';

const jobsWith = ({ inboundQueue }: FunctionResources): [JobName, Job][] =>
  jobEntries.filter(([, job]) => inboundQueue || !readsInbound(job));
