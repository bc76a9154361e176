import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Construct } from 'constructs';
import { jobs, type Job, type JobName, type Trigger } from '../functions/workers/jobs';
import { QueueWithDeadLetters } from './queue-with-dead-letters';
import type { Resources } from './resources';
import { ServiceFunction } from './service-function';
import type { Settings } from './settings';

interface WorkersStackProps extends StackProps {
  settings: Settings;
  resources: Omit<Resources, 'oauth'>;
}

/** What happens later or without a client: one function for each job, with the queue or schedule that starts it. */
export class WorkersStack extends Stack {
  readonly functions = new Map<JobName, ServiceFunction>();
  readonly queues: QueueWithDeadLetters[] = [];

  constructor(scope: Construct, id: string, { settings, resources, ...props }: WorkersStackProps) {
    super(scope, id, props);
    for (const [name, job] of Object.entries(jobs) as [JobName, Job][]) {
      const worker = new ServiceFunction(this, {
        ...job,
        name,
        description: job.summary,
        resources: { ...resources, oauth: {} },
        settings,
      });
      this.functions.set(name, worker);
      this.connect(name, job.trigger, worker, job, resources);
    }
  }

  private connect(
    name: JobName,
    trigger: Trigger,
    worker: ServiceFunction,
    job: Job,
    resources: Omit<Resources, 'oauth'>,
  ): void {
    switch (trigger.kind) {
      case 'queue':
        return this.readQueue(name, trigger, worker, job, resources);
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

  private readQueue(
    name: JobName,
    { batchSize, triesMax }: Extract<Trigger, { kind: 'queue' }>,
    worker: ServiceFunction,
    { timeoutSeconds }: Job,
    { eventsTopic }: Omit<Resources, 'oauth'>,
  ): void {
    const queue = new QueueWithDeadLetters(this, `${name}Queue`, { timeoutSeconds, triesMax });
    queue.subscribeTo(eventsTopic);
    worker.addEventSource(new SqsEventSource(queue, { batchSize, reportBatchItemFailures: true }));
    this.queues.push(queue);
  }
}
