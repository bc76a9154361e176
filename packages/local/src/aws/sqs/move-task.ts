import { randomUUID } from 'node:crypto';
import { needsOn } from '../iam/required-actions';
import { AwsError } from '../stand-in';
import { invalidParameter } from './checks';
import type { Queue } from './queue';
import type { Queues } from './queues';

interface MoveTask {
  SourceArn: string;
  DestinationArn?: string | undefined;
}

const sourceActions = ['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];

/**
 * Moves every visible message of the dead-letter queue before the function returns. AWS moves the messages in the
 * background.
 */
export function moveMessages(queues: Queues, task: MoveTask): { TaskHandle: string } {
  const { source } = resolveQueues(queues, task);
  source.moveVisible(
    (message) => queues.findByArn(task.DestinationArn ?? message.deadLetterSourceArn ?? ''),
    randomUUID,
  );
  return { TaskHandle: Buffer.from(`${randomUUID()} ${task.SourceArn}`).toString('base64') };
}

export function needsToMove(queues: Queues, task: MoveTask) {
  const { source, destinations } = resolveQueues(queues, task);
  const needs = sourceActions.flatMap((action) => needsOn(`sqs:${action}`, source.spec));
  for (const { spec } of destinations) needs.push(...needsOn('sqs:SendMessage', spec));
  return { name: source.spec.name, needs };
}

function resolveQueues(queues: Queues, task: MoveTask): { source: Queue; destinations: Queue[] } {
  const source = queues.findByArn(task.SourceArn) ?? throwNotFound('SourceArn');
  const sources = queues.all().filter((queue) => queue.spec.redrive?.deadLetterArn === task.SourceArn);
  if (sources.length === 0) throw invalidParameter('Source queue must be configured as a Dead Letter Queue.');
  if (task.DestinationArn === undefined) return { source, destinations: sources };
  return { source, destinations: [queues.findByArn(task.DestinationArn) ?? throwNotFound('DestinationArn')] };
}

function throwNotFound(parameter: string): never {
  throw new AwsError(
    'ResourceNotFoundException',
    `The resource that you specified for the ${parameter} parameter doesn't exist.`,
    404,
  );
}
