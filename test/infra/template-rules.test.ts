import { templateRules } from '../../lib/rules/rules';
import { everywhere, type Templates } from '../../lib/rules/template';
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

const ruleNamed = (name: string) => {
  const rule = templateRules.find((each) => each.name === name);
  if (!rule) throw new Error(`There is no rule ${name}`);
  return rule;
};

test.each(templateRules.map(({ name }) => name))(
  '%s holds for both presets, and where people sign in',
  (name) => {
    expect(ruleNamed(name).findIn(economy)).toEqual([]);
    expect(ruleNamed(name).findIn(full)).toEqual([]);
    expect(ruleNamed(name).findIn(withUsers)).toEqual([]);
  },
);

/** What was there before the rule, done to the templates again. */
const faults: [rule: string, fault: string, commit: (templates: Templates) => void][] = [
  [
    'DeploymentsAreRepeatable',
    'a schedule group that is retained',
    (templates) => {
      for (const { resource } of everywhere(templates, 'AWS::Scheduler::ScheduleGroup'))
        resource.DeletionPolicy = 'Retain';
    },
  ],
  [
    'AlarmsReachSomebody',
    'a topic that lets nobody in',
    (templates) => withoutAllow(templates, 'AWS::SNS::TopicPolicy'),
  ],
  [
    'AlarmsReachSomebody',
    'a topic that is encrypted with a key that CloudWatch may not use',
    (templates) => {
      for (const { resource } of everywhere(templates, 'AWS::SNS::Topic'))
        resource.Properties = { ...resource.Properties, KmsMasterKeyId: 'alias/aws/sns' };
    },
  ],
  [
    'AlarmsReachSomebody',
    'an alarm without an action',
    (templates) => {
      for (const { resource } of everywhere(templates, 'AWS::CloudWatch::Alarm'))
        resource.Properties.AlarmActions = [];
    },
  ],
  [
    'MessagesArrive',
    'a topic that SES may not write to',
    (templates) => withoutAllow(templates, 'AWS::SNS::TopicPolicy'),
  ],
  [
    'MessagesArrive',
    'a queue that lets no topic in',
    (templates) => withoutAllow(templates, 'AWS::SQS::QueuePolicy'),
  ],
  [
    'SchedulesRingInTheirMinute',
    'a schedule with a window',
    (templates) => {
      for (const { resource } of everywhere(templates, 'AWS::Scheduler::Schedule'))
        resource.Properties.FlexibleTimeWindow = { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 };
    },
  ],
  [
    'DeadLettersCanBeRedriven',
    'dead letters of a queue and of its topic',
    ({ Mail }) => {
      for (const { Properties } of Object.values(Mail?.Resources ?? {}))
        if (Properties?.RedrivePolicy)
          Properties.RedrivePolicy.deadLetterTargetArn = { 'Fn::GetAtt': [firstDeadLetters(Mail), 'Arn'] };
    },
  ],
  [
    'RoutesAreLiveOnceCallable',
    'a deployment that waits for nothing',
    (templates) => {
      for (const { resource } of everywhere(templates, 'AWS::ApiGateway::Deployment'))
        resource.DependsOn = [];
    },
  ],
  [
    'OriginsAreWaitedFor',
    'an origin that is given up as early as CloudFront does by itself',
    (templates) => {
      for (const { resource } of everywhere(templates, 'AWS::CloudFront::Distribution'))
        for (const { VpcOriginConfig } of resource.Properties.DistributionConfig.Origins)
          delete VpcOriginConfig?.OriginReadTimeout;
    },
  ],
  [
    'OwnErrorsHaveOurShape',
    'an error page that is not there',
    ({ Api }) => {
      for (const { Properties } of Object.values(Api?.Resources ?? {}))
        delete Properties?.Body?.paths['/errors/late'];
    },
  ],
];

test.each(faults)('%s finds %s', (name, _fault, commit) => {
  const broken = structuredClone(full);

  commit(broken);

  expect(ruleNamed(name).findIn(broken)).not.toEqual([]);
});

test('every rule has found its fault', () => {
  expect([...new Set(faults.map(([rule]) => rule))]).toEqual(templateRules.map(({ name }) => name));
});

const firstDeadLetters = (template?: Templates[string]): string | undefined =>
  Object.keys(template?.Resources ?? {}).find((id) => id.includes('DeadLetters'));

function withoutAllow(templates: Templates, type: string): void {
  for (const { resource } of everywhere(templates, type)) {
    const { PolicyDocument } = resource.Properties;
    PolicyDocument.Statement = PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect !== 'Allow',
    );
  }
}
