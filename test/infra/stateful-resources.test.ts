import { isStateful } from '../../lib/parts/stateful-types';
import { synthesizeEach } from './support/synthesize';
import type { Templates } from './support/templates';

/**
 * The resources that keep data, by stack. CloudFormation identifies a resource by its logical ID: if an ID changes, it
 * creates an empty resource and removes the old one. Therefore, never change or remove an entry after a release.
 * To add a resource, add an entry.
 */
const statefulResources: Record<string, Record<string, string>> = {
  Data: {
    TableCD117FA1: 'AWS::DynamoDB::GlobalTable',
    Content88381566: 'AWS::S3::Bucket',
    ParkedBodies8F56E98B: 'AWS::S3::Bucket',
    WebhookSecretsC35BAB69: 'AWS::KMS::Key',
    Users0A0EEA89: 'AWS::Cognito::UserPool',
    DeadLettersBBF8BAAB: 'AWS::SQS::Queue',
  },
  Mail: {
    EmailEvents257CFA9C: 'AWS::SNS::Topic',
    InboundMailDA244C94: 'AWS::S3::Bucket',
    InboundNotifications4B51ECBD: 'AWS::SNS::Topic',
    InboundADA8BFE6: 'AWS::SQS::Queue',
    UndeliveredDeadLetters75B64924: 'AWS::SQS::Queue',
  },
  Scheduling: {
    WakeupsQueue709D6EA5: 'AWS::SQS::Queue',
    DueWorkQueue845A3830: 'AWS::SQS::Queue',
    StepsQueue80A5985B: 'AWS::SQS::Queue',
    CampaignsQueueB8399A37: 'AWS::SQS::Queue',
    SlicesQueue6E9A8AF4: 'AWS::SQS::Queue',
    BackgroundJobsQueue7E1A368A: 'AWS::SQS::Queue',
  },
  Webhooks: {
    EngagementCA20B2E9: 'AWS::SQS::Queue',
    Feeds6FC8B95A: 'AWS::SQS::Queue',
    WebhooksA50342DA: 'AWS::SQS::Queue',
    SlowWebhooks5D35A4B7: 'AWS::SQS::Queue',
  },
  Workers: {
    recordEmailEventsQueue38AD1A0F: 'AWS::SQS::Queue',
  },
  Operations: { Alarms04B5A0BF: 'AWS::SNS::Topic' },
};

/** The resources of an earlier deployment, and the IDs of the resources that they take the place of. */
const adopt = {
  contentBucket: 'acme-content',
  inboundBucket: 'acme-inbound',
  webhookSecretsKey: '01234567-89ab-cdef-0123-456789abcdef',
  userPool: 'us-east-1_abcdef',
};
const adoptedIds = ['Content88381566', 'InboundMailDA244C94', 'WebhookSecretsC35BAB69', 'Users0A0EEA89'];

const publicUrl = 'https://mail.acme.example';
const noUsers = ['Users0A0EEA89'];
const noKey = ['WebhookSecretsC35BAB69'];
const noInbound = ['InboundNotifications4B51ECBD', 'InboundADA8BFE6'];

/** Settings that add or remove resources, and the IDs of the list that these settings do not deploy. */
const variants: [settings: Record<string, unknown>, absentIds: string[]][] = [
  [{ preset: 'economy' }, [...noUsers, ...noKey]],
  [{ preset: 'full' }, [...noUsers, ...noKey]],
  [{ preset: 'economy', users: true }, noKey],
  [{ preset: 'economy', users: true, customerKey: true }, []],
  [{ preset: 'full', users: true, publicUrl, customerKey: true }, []],
  [{ preset: 'full', users: true, publicUrl, customerKey: true, stage: 'another-stage' }, []],
  [{ preset: 'economy', restoredTable: 'restored-1' }, ['TableCD117FA1', ...noUsers, ...noKey]],
  [{ preset: 'economy', users: true, adopt }, adoptedIds],
  [{ preset: 'economy', users: true, customerKey: true, adopt }, adoptedIds],
  [{ preset: 'economy', inbound: false }, [...noInbound, ...noUsers, ...noKey]],
  [
    { preset: 'economy', receiptRuleSet: 'theirs', receiptRuleAfter: 'last', alarmEmail: 'ops@acme.example' },
    [...noUsers, ...noKey],
  ],
];

let allTemplates: Templates[];

beforeAll(async () => {
  allTemplates = await synthesizeEach(variants.map(([settings]) => ({ stage: 'test', ...settings })));
});

test.each(variants.map(([settings, absentIds], index) => [settings, absentIds, index] as const))(
  'with %j, the resources that keep data have the logical IDs and types of the list',
  (_settings, absentIds, index) => {
    const expected = Object.entries(statefulResources).map(([stack, resources]) => [
      stack,
      Object.fromEntries(Object.entries(resources).filter(([id]) => !absentIds.includes(id))),
    ]);

    expect(statefulResourcesOf(allTemplates[index] ?? {})).toEqual(Object.fromEntries(expected));
  },
);

test('only resources that keep data are retained when a stack is removed, except the role for access logs', () => {
  const retainedTypes = allTemplates
    .flatMap((templates) => Object.values(templates))
    .flatMap(({ Resources }) => Object.values(Resources))
    .filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete')
    .map(({ Type }) => Type)
    .filter((type) => !isStateful(type));

  expect(new Set(retainedTypes)).toEqual(new Set(['AWS::IAM::Role', 'AWS::ApiGateway::Account']));
});

/** Returns the logical IDs and types of the resources that keep data, by stack. */
const statefulResourcesOf = (templates: Templates): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.entries(templates)
      .map(([stack, { Resources }]): [string, Record<string, string>] => [
        stack,
        Object.fromEntries(
          Object.entries(Resources)
            .filter(([, { Type }]) => isStateful(Type))
            .map(([id, { Type }]) => [id, Type]),
        ),
      ])
      .filter(([, resources]) => Object.keys(resources).length > 0),
  );
