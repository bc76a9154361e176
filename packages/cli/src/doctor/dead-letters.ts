import type { SQSClient } from '@aws-sdk/client-sqs';
import { ask } from './ask';
import { asked, aws } from './aws-command';
import { looked, type Check, type Finding } from './check';
import type { Ctx } from './context';
import { nameOf } from './stacks';

const action = 'sqs:GetQueueAttributes';

interface Letters {
  name: string;
  url: string;
}

export const deadLetters: Check = {
  id: 'queues.dead-letters',
  title: 'nothing waits in a dead-letter queue',
  needs: ['local.runtime', 'stacks.deployed'],
  run: async (ctx) => {
    const { SQSClient } = await import('@aws-sdk/client-sqs');
    const client = new SQSClient(ctx.client());
    const queues = await queuesOf(ctx, client);
    const findings = (await Promise.all(queues.map((queue) => findMessages(ctx, client, queue)))).flat();
    return looked(`${findings.length} of ${queues.length} have messages`, asked(ctx, action), findings);
  },
};

async function queuesOf(ctx: Ctx, client: SQSClient): Promise<Letters[]> {
  if (ctx.place.kind === 'local') return localQueues(ctx, client);
  const resources = await ctx.resources();
  return resources
    .filter(({ type, logicalId }) => type === 'AWS::SQS::Queue' && logicalId.includes('DeadLetters'))
    .map((resource) => ({ name: nameOf(resource), url: resource.physicalId }));
}

/** There is no CloudFormation to ask. */
async function localQueues({ stage }: Ctx, client: SQSClient): Promise<Letters[]> {
  const { ListQueuesCommand } = await import('@aws-sdk/client-sqs');
  const prefix = `CarrierNest-${stage}-`;
  const { QueueUrls = [] } = await ask('sqs:ListQueues', (abortSignal) =>
    client.send(new ListQueuesCommand({ QueueNamePrefix: prefix }), { abortSignal }),
  );
  return QueueUrls.filter((url) => url.includes('DeadLetters')).map((url) => {
    const [part = '', logicalId = ''] = (url.split(prefix)[1] ?? '').split('-');
    return { name: `${part}/${logicalId.replace(/[0-9A-F]{8}$/, '')}`, url };
  });
}

async function findMessages(ctx: Ctx, client: SQSClient, { name, url }: Letters): Promise<Finding[]> {
  const { GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
  const input = {
    QueueUrl: url,
    AttributeNames: ['ApproximateNumberOfMessages' as const, 'QueueArn' as const],
  };
  const { Attributes: { ApproximateNumberOfMessages = '0', QueueArn = '' } = {} } = await ask(
    action,
    (abortSignal) => client.send(new GetQueueAttributesCommand(input), { abortSignal }),
  );
  if (ApproximateNumberOfMessages === '0') return [];
  return [
    {
      outcome: 'fail',
      subject: name,
      problem: 'messages wait here that nobody handles any more',
      evidence: `${asked(ctx, action, url)}: ApproximateNumberOfMessages ${ApproximateNumberOfMessages}`,
      fix: fixOf(ctx, name, QueueArn),
    },
  ];
}

/** SQS moves back only what a queue put there, not what a topic did. */
const fixOf = (ctx: Ctx, name: string, arn: string): string =>
  name.includes('Undelivered')
    ? 'docs/runbook.md#undelivered says what they are, and how to send them again'
    : `Mend the cause (docs/runbook.md#dead-letters), then: ${aws(ctx, `sqs start-message-move-task --source-arn ${arn}`)}`;
