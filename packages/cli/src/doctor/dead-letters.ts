import type { SQSClient } from '@aws-sdk/client-sqs';
import { callWithTimeout } from './call-with-timeout';
import { describeCall, awsCommand } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import { resourceName } from './stacks';

const action = 'sqs:GetQueueAttributes';

interface DeadLetterQueue {
  name: string;
  url: string;
}

export const deadLetters: Check = {
  id: 'queues.dead-letters',
  title: 'the dead-letter queues are empty',
  needs: ['local.runtime', 'stacks.deployed'],
  run: async (ctx) => {
    const { SQSClient } = await import('@aws-sdk/client-sqs');
    const client = new SQSClient(ctx.client());
    const queues = await listQueues(ctx, client);
    const findings = (await Promise.all(queues.map((queue) => findMessages(ctx, client, queue)))).flat();
    return observation(
      `${findings.length} of ${queues.length} queues have messages`,
      describeCall(ctx, action),
      findings,
    );
  },
};

async function listQueues(ctx: DoctorContext, client: SQSClient): Promise<DeadLetterQueue[]> {
  if (ctx.target.kind === 'local') return localQueues(ctx, client);
  const resources = await ctx.resources();
  return resources
    .filter(({ type, logicalId }) => type === 'AWS::SQS::Queue' && logicalId.includes('DeadLetters'))
    .map((resource) => ({ name: resourceName(resource), url: resource.physicalId }));
}

/** The local runtime has no CloudFormation, so the queues are found by name. */
async function localQueues({ stage }: DoctorContext, client: SQSClient): Promise<DeadLetterQueue[]> {
  const { ListQueuesCommand } = await import('@aws-sdk/client-sqs');
  const prefix = `CarrierNest-${stage}-`;
  const { QueueUrls = [] } = await callWithTimeout('sqs:ListQueues', (abortSignal) =>
    client.send(new ListQueuesCommand({ QueueNamePrefix: prefix }), { abortSignal }),
  );
  return QueueUrls.filter((url) => url.includes('DeadLetters')).map((url) => {
    const [part = '', logicalId = ''] = (url.split(prefix)[1] ?? '').split('-');
    return { name: `${part}/${logicalId.replace(/[0-9A-F]{8}$/, '')}`, url };
  });
}

async function findMessages(
  ctx: DoctorContext,
  client: SQSClient,
  { name, url }: DeadLetterQueue,
): Promise<Finding[]> {
  const { GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
  const input = {
    QueueUrl: url,
    AttributeNames: ['ApproximateNumberOfMessages' as const, 'QueueArn' as const],
  };
  const { Attributes: { ApproximateNumberOfMessages = '0', QueueArn = '' } = {} } = await callWithTimeout(
    action,
    (abortSignal) => client.send(new GetQueueAttributesCommand(input), { abortSignal }),
  );
  if (ApproximateNumberOfMessages === '0') return [];
  return [
    {
      outcome: 'fail',
      subject: name,
      problem: 'the queue contains messages that could not be processed',
      evidence: `${describeCall(ctx, action, url)}: ApproximateNumberOfMessages ${ApproximateNumberOfMessages}`,
      fix: fixOf(ctx, name, QueueArn),
    },
  ];
}

/** SQS can move back only messages that came from a queue, not messages from a topic. */
const fixOf = (ctx: DoctorContext, name: string, arn: string): string =>
  name.includes('Undelivered')
    ? 'See docs/runbook.md#undelivered, which explains the messages and how to send them again'
    : `Fix the cause (docs/runbook.md#dead-letters), then run: ${awsCommand(ctx, `sqs start-message-move-task --source-arn ${arn}`)}`;
