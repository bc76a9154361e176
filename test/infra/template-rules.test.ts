import { templateRules } from '../../lib/rules/rules';
import { findResources, type Templates } from './support/templates';
import { synthesizeEach } from './support/synthesize';

let economy: Templates;
let full: Templates;
let withUsers: Templates;

beforeAll(async () => {
  [economy, full, withUsers] = await synthesizeEach([
    { stage: 'test', preset: 'economy' },
    { stage: 'test', preset: 'full' },
    { stage: 'test', users: true },
  ]);
});

const findRule = (name: string) => {
  const rule = templateRules.find((candidate) => candidate.name === name);
  if (!rule) throw new Error(`There is no rule ${name}`);
  return rule;
};

test.each(templateRules.map(({ name }) => name))(
  '%s finds no violation in the preset economy, with or without users, or in the preset full',
  (name) => {
    expect(findRule(name).findViolations(economy)).toEqual([]);
    expect(findRule(name).findViolations(full)).toEqual([]);
    expect(findRule(name).findViolations(withUsers)).toEqual([]);
  },
);

/** Template changes that the rules must detect. */
const faults: [rule: string, fault: string, commit: (templates: Templates) => void][] = [
  [
    'ResourcesMatchSchemas',
    'a name that is too long only with the account ID',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::Lambda::Function'))
        resource.Properties.FunctionName = {
          'Fn::Join': ['-', ['a'.repeat(52), { Ref: 'AWS::AccountId' }]],
        };
    },
  ],
  [
    'ResourcesMatchSpecification',
    'an environment variable that is not text',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::Lambda::Function'))
        resource.Properties.Environment = { Variables: { STAGE: { stage: 'test' } } };
    },
  ],
  [
    'DeploymentsAreRepeatable',
    'a schedule group that is retained',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::Scheduler::ScheduleGroup'))
        resource.DeletionPolicy = 'Retain';
    },
  ],
  [
    'AlarmsReachTopics',
    'a topic to which no service may publish',
    (templates) => removeAllowStatements(templates, 'AWS::SNS::TopicPolicy'),
  ],
  [
    'AlarmsReachTopics',
    'a topic that is encrypted with a key that CloudWatch may not use',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::SNS::Topic'))
        resource.Properties = { ...resource.Properties, KmsMasterKeyId: 'alias/aws/sns' };
    },
  ],
  [
    'AlarmsReachTopics',
    'an alarm without an action',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::CloudWatch::Alarm'))
        resource.Properties.AlarmActions = [];
    },
  ],
  [
    'MessagesAreDeliverable',
    'a topic that SES may not write to',
    (templates) => removeAllowStatements(templates, 'AWS::SNS::TopicPolicy'),
  ],
  [
    'MessagesAreDeliverable',
    'a queue to which no topic may send',
    (templates) => removeAllowStatements(templates, 'AWS::SQS::QueuePolicy'),
  ],
  [
    'SchedulesFireOnTime',
    'a schedule with a flexible time window',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::Scheduler::Schedule'))
        resource.Properties.FlexibleTimeWindow = { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 };
    },
  ],
  [
    'DeadLettersCanBeRedriven',
    'a shared dead-letter queue for a queue and its topic',
    ({ Mail }) => {
      const redrivePolicies = Object.values(Mail?.Resources ?? {}).flatMap(
        ({ Properties }) => Properties?.RedrivePolicy ?? [],
      );
      for (const policy of redrivePolicies)
        policy.deadLetterTargetArn = redrivePolicies[0].deadLetterTargetArn;
    },
  ],
  [
    'RoutesAreLiveOnceCallable',
    'a stage that does not wait for the functions',
    ({ ApiStage }) => {
      if (ApiStage) ApiStage.dependencies = [];
    },
  ],
  [
    'OriginTimeoutsCoverFunctions',
    'an origin with the default timeout of CloudFront',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::CloudFront::Distribution'))
        for (const { VpcOriginConfig } of resource.Properties.DistributionConfig.Origins)
          delete VpcOriginConfig?.OriginReadTimeout;
    },
  ],
  [
    'CloudFrontErrorsAreJson',
    'a missing error page',
    ({ Api }) => {
      for (const { Properties } of Object.values(Api?.Resources ?? {}))
        delete Properties?.Body?.paths['/errors/late'];
    },
  ],
  [
    'LoopsAreAllowed',
    'a recursive loop that Lambda would stop',
    ({ Workers }) => {
      for (const { Properties } of Object.values(Workers?.Resources ?? {})) delete Properties?.RecursiveLoop;
    },
  ],
  [
    'LoopsAreAllowed',
    'an allowed recursive loop that does not exist',
    ({ ApiEmails }) => {
      for (const { Type, Properties } of Object.values(ApiEmails?.Resources ?? {}))
        if (Type === 'AWS::Lambda::Function') Properties.RecursiveLoop = 'Allow';
    },
  ],
  [
    'ErrorsAreNotCached',
    'an error that CloudFront caches',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::CloudFront::Distribution'))
        resource.Properties.DistributionConfig.CustomErrorResponses.pop();
    },
  ],
  [
    'CredentialWritesAreDeclared',
    'a function that may write credentials without the need for it',
    (templates) =>
      changeWriteCondition(
        templates,
        'sendEmail',
        (condition) => delete condition['ForAllValues:StringNotLike'],
      ),
  ],
  [
    'CredentialWritesAreDeclared',
    'a function that may write without keys',
    (templates) => changeWriteCondition(templates, 'sendEmail', (condition) => delete condition['Null']),
  ],
  [
    'CredentialWritesAreDeclared',
    'a function that may change the limits of API keys',
    (templates) =>
      changeWriteCondition(
        templates,
        'listEmails',
        (condition) => delete condition['ForAllValues:StringEquals'],
      ),
  ],
  [
    'QuotasAreKept',
    'a managed policy with too many characters',
    (templates) => {
      for (const { resource } of findResources(templates, 'AWS::IAM::ManagedPolicy'))
        for (const statement of resource.Properties.PolicyDocument.Statement)
          statement.Resource = [statement.Resource, statement.Resource].flat();
    },
  ],
  [
    'QuotasAreKept',
    'a template with too many resources',
    ({ Mail }) => {
      for (let count = 0; count <= 450; count += 1)
        Object.assign(Mail?.Resources ?? {}, {
          [`Topic${count}`]: { Type: 'AWS::SNS::Topic', Properties: {} },
        });
    },
  ],
];

test.each(faults)('%s finds %s', (name, _fault, commit) => {
  const brokenTemplates = structuredClone(full);

  commit(brokenTemplates);

  expect(findRule(name).findViolations(brokenTemplates)).not.toEqual([]);
});

test('the tests contain a violation of every rule', () => {
  expect(new Set(faults.map(([rule]) => rule))).toEqual(new Set(templateRules.map(({ name }) => name)));
});

function removeAllowStatements(templates: Templates, type: string): void {
  for (const { resource } of findResources(templates, type)) {
    const { PolicyDocument } = resource.Properties;
    PolicyDocument.Statement = PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect !== 'Allow',
    );
  }
}

/** Changes the conditions of the statements that allow this function to write to the table. */
function changeWriteCondition(
  templates: Templates,
  name: string,
  change: (condition: Record<string, unknown>) => void,
): void {
  for (const { id, resource } of findResources(templates, 'AWS::IAM::Role'))
    if (id.startsWith(`${name}Role`))
      for (const { Action, Condition } of resource.Properties.Policies[0].PolicyDocument.Statement)
        if (/dynamodb:(Put|Update)Item/.test(String(Action)) && Condition) change(Condition);
}
