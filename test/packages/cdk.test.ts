import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '../../package.json';
import packageJson from '../../packages/cdk/package.json';
import { synthesizeEach } from '../infra/support/synthesize';
import { resourcesOf, type Template } from '../infra/support/templates';
import { Project } from '../support/project';
import { packTarball } from '../support/tarballs';
import { makeTempDir } from '../support/run/run-dir';

// The tests install the package as a user does, from a tarball, into the project of a CDK app with stacks of its own.

/** The user's app. Its arguments are the folder of the assembly, the settings of each service, and the own stacks' env. */
const app = `
import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { CarrierNest, type CarrierNestProps } from '@carrier-nest/cdk';

const [outdir = '', services = '', env = ''] = process.argv.slice(2);
const app = new App({ outdir });
const eachProps: readonly (CarrierNestProps & { use?: boolean })[] = JSON.parse(services);

const shop = new Stack(app, 'Shop', JSON.parse(env));
const queue = new Queue(shop, 'Events');
const role = new Role(shop, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
for (const action of ['s3:GetObject', 's3:PutObject'])
  role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions: [action], resources: ['*'] }));
const bucket = new Bucket(shop, 'Bucket');
const warehouse = new Stack(app, 'Warehouse', JSON.parse(env));
new StringParameter(warehouse, 'BucketName', { stringValue: bucket.bucketName });

eachProps.forEach(({ use, ...props }, index) => {
  const nest = new CarrierNest(app, \`Mail\${index}\`, props);
  if (!use) return;
  nest.eventsTopic.addSubscription(new SqsSubscription(queue));
  new CfnOutput(shop, 'ApiUrl', { value: nest.apiUrl });
  new CfnOutput(shop, 'Table', { value: nest.table.tableName });
});
app.synth();
`;

let tarball: string;
/** A project with the CDK of this repository, and one with the lowest CDK that the package supports. */
let current: Project;
let oldest: Project;

beforeAll(() => {
  tarball = packTarball('@carrier-nest/cdk');
  // npm would install a CDK of its own.
  current = createProject('--legacy-peer-deps');
  current.link('aws-cdk-lib', 'constructs');
  expect(current.compile('app.mts', 'app.cts')).toEqual({ status: 0, output: '' });
  oldest = createProject(`aws-cdk-lib@${packageJson.peerDependencies['aws-cdk-lib'].replace('^', '')}`);
  expect(oldest.compile('app.cts', '--skipLibCheck')).toEqual({ status: 0, output: '' });
});

function createProject(...args: string[]): Project {
  const project = new Project();
  project.write('package.json', '{ "private": true }');
  project.install(tarball, ...args);
  project.link('@types/node', 'undici-types');
  for (const file of ['app.mts', 'app.cts']) project.write(file, app);
  return project;
}

type Service = Record<string, unknown>;

/** Runs the user's app, which must print nothing. Returns the folder of the assembly. */
function synthesizeIn(project: Project, services: readonly Service[], env = {}, program = 'app.cjs'): string {
  const outdir = makeTempDir();
  const args = [program, outdir, JSON.stringify(services), JSON.stringify(env)];
  // The lowest version of the CDK warns about its own code.
  const variables = project === oldest ? { JSII_DEPRECATED: 'quiet' } : undefined;
  expect(project.run(process.execPath, args, variables)).toEqual({ status: 0, output: '' });
  return outdir;
}

/** The templates by the names of their stacks. */
const readTemplatesIn = (assembly: string): Record<string, Template> =>
  Object.fromEntries(
    readdirSync(assembly).flatMap((file) => {
      const [, stack] = /^(.*)\.template\.json$/.exec(file) ?? [];
      return stack ? [[stack, JSON.parse(readFileSync(join(assembly, file), 'utf8'))]] : [];
    }),
  );

describe('the package', () => {
  test('contains only the construct, its types and the deployed code, in the version of all packages', () => {
    const files = execFileSync('tar', ['-tzf', tarball]).toString().trim().split('\n');
    const code = /^package\/dist\/code\/(functions\/\w+\/|ingress\/|choose-origin\.js$)/;

    expect(files.filter((file) => !code.test(file)).sort()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/THIRD-PARTY-NOTICES.txt',
      'package/dist/carrier-nest-props.d.ts',
      'package/dist/carrier-nest.d.ts',
      'package/dist/carrier-nest.js',
      'package/package.json',
    ]);
    expect(packageJson.version).toBe(version);
  });

  test.each([
    ['publint', ['run', '--strict']],
    ['attw', ['--no-emoji', '--no-color']],
  ])('has no problem that %s reports', (tool, args) => {
    const result = current.run(resolve('node_modules/.bin', tool), [...args, tarball]);

    expect(result).toMatchObject({ status: 0 });
  });

  test('installs only packages with permissive licenses, and no bundler', () => {
    const installed = JSON.parse(
      readFileSync(join(oldest.folder, 'node_modules/.package-lock.json'), 'utf8'),
    );
    const licenses = Object.entries<{ license?: string }>(installed.packages).map(
      ([path, { license }]) => `${path.slice('node_modules/'.length)}: ${license}`,
    );

    expect(licenses).toEqual(
      expect.arrayContaining(['@carrier-nest/cdk: Apache-2.0', 'aws-cdk-lib: Apache-2.0']),
    );
    expect(licenses.filter((line) => /GPL|MPL|EPL|undefined/.test(line) && !line.includes(' OR '))).toEqual(
      [],
    );
    expect(licenses.filter((line) => /esbuild|vite|tsx/.test(line))).toEqual([]);
  });
});

describe('the stacks', () => {
  const eachSettings = [
    { stage: 'test' },
    {
      stage: 'test-full',
      preset: 'full',
      users: true,
      customerKey: true,
      publicUrl: 'https://mail.acme.example',
      alarmEmail: 'ops@acme.example',
      trackingHosts: ['link.acme.example'],
      apiGatewayLogRole: false,
    },
  ] as const;
  /** The templates of the app in a clone, by the names of the stacks. */
  let expected: Record<string, unknown>;

  beforeAll(async () => {
    const each = await synthesizeEach(eachSettings);
    expected = Object.fromEntries(
      eachSettings.flatMap(({ stage }, index) =>
        Object.entries(each[index] ?? {}).map(([part, template]) => [
          `CarrierNest-${stage}-${part}`,
          { ...template, dependencies: undefined },
        ]),
      ),
    );
  });

  test.each([
    ['this repository', () => current],
    ['the lowest supported version', () => oldest],
  ])(
    'are those of the app in a clone, and change no other stack, with the CDK of %s',
    (_description, findProject) => {
      const without = synthesizeIn(findProject(), []);
      const beside = synthesizeIn(findProject(), eachSettings);

      expect(Object.keys(readTemplatesIn(without)).sort()).toEqual(['Shop', 'Warehouse']);
      expect(readTemplatesIn(beside)).toEqual({ ...readTemplatesIn(without), ...expected });
    },
  );

  test('of two stages are created in one app, each with its own environment, and other stacks can use them', () => {
    const [ireland, virginia] = [
      { account: '111111111111', region: 'eu-west-1' },
      { account: '222222222222', region: 'us-east-1' },
    ];
    const services = [
      { stage: 'one', env: ireland, use: true },
      { stage: 'two', env: virginia },
    ];

    const assembly = synthesizeIn(current, services, { env: ireland }, 'app.mjs');

    const { artifacts } = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8'));
    expect(artifacts['CarrierNest-one-Data'].environment).toBe('aws://111111111111/eu-west-1');
    expect(artifacts['CarrierNest-two-Workers'].environment).toBe('aws://222222222222/us-east-1');
    expectUse(assembly, 'one');
  });

  test('can be used by another stack of the app without an environment', () => {
    expectUse(synthesizeIn(current, [{ use: true }]), 'prod');
  });
});

/** The stack Shop refers to the topic, the table and the URL of the service, and is deployed after them. */
function expectUse(assembly: string, stage: string): void {
  const [data, mail, apiStage] = ['Data', 'Mail', 'ApiStage'].map((part) => `CarrierNest-${stage}-${part}`);
  const shop = readTemplatesIn(assembly)['Shop'] ?? { Resources: {} };
  const [[, subscription] = []] = resourcesOf(shop, 'AWS::SNS::Subscription');
  expect(JSON.stringify(subscription?.Properties.TopicArn)).toContain(mail);
  expect(JSON.stringify(shop.Outputs?.['Table'])).toContain(data);
  expect(JSON.stringify(shop.Outputs?.['ApiUrl'])).toContain(apiStage);
  const { artifacts } = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8'));
  expect(artifacts.Shop.dependencies).toEqual(expect.arrayContaining([data, mail, apiStage]));
}

test.each<[string, Service[], string]>([
  ['an invalid setting', [{ sendRate: 0 }], 'CarrierNest "Mail0": sendRate: must be from 1 to 10,000.'],
  [
    'a misspelled setting',
    [{ sendrate: 50 }],
    'CarrierNest "Mail0": sendrate: Unknown field; did you mean `sendRate`?',
  ],
  [
    'the same stage twice',
    [{}, { stage: 'prod' }],
    'CarrierNest "Mail1": stage: another CarrierNest of this app has the stage "prod". Give each its own stage',
  ],
  [
    'a Region in which SES receives no mail',
    [{ env: { account: '111111111111', region: 'eu-north-9' } }],
    'CarrierNest "Mail0": inbound: ',
  ],
])('%s is refused with what to correct', (_description, services, message) => {
  const { status, output } = current.run(process.execPath, [
    'app.cjs',
    makeTempDir(),
    JSON.stringify(services),
    '{}',
  ]);

  expect(status).toBe(1);
  expect(output).toContain(`Error: ${message}`);
});

test('a construct inside a stack is refused with the line to write', () => {
  current.write(
    'inside.cjs',
    `const { App, Stack } = require('aws-cdk-lib');
     const { CarrierNest } = require('@carrier-nest/cdk');
     new CarrierNest(new Stack(new App(), 'Shop'), 'Mail');`,
  );

  const { status, output } = current.run(process.execPath, ['inside.cjs']);

  expect(status).toBe(1);
  expect(output).toContain(
    'it is "Shop". Write new CarrierNest(app, \'Mail\', …) in the file that creates the app',
  );
});
