import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { statefulTypes } from '../../lib/parts/stateful-types';
import { findResources, readTemplates, type Templates } from '../../lib/rules/template';
import { parseSettings } from '../../lib/settings';
import { SettingsError } from '../../lib/settings-error';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { serviceVersion } from '../../shared/core/version';
import { withLocalSettings } from '../support/local-settings';
import { makeTempDir } from '../support/run/run-dir';
import { useService } from '../support/use-service';
import { buildStack } from './doctor/support/account-state';
import { startFakeAccount, type FakeAccount } from './doctor/support/fake-account';
import { credentials } from './doctor/support/run-doctor';

/** These tests deploy the templates of the local runtime to a fake account, with a program in place of the CDK CLI. */
const service = useService();

let account: FakeAccount;
let templates: Templates;
let assembly: string;

beforeAll(async () => {
  account = await startFakeAccount(service.metadata);
  assembly = resolve((await synthesize()).assembly);
  templates = readTemplates(assembly);
});

afterEach(() => account.reset());

afterAll(() => account.stop());

const outputsOf = (part: string, version: string | undefined): Record<string, string> =>
  part === 'Api' && version !== undefined ? { Version: version } : {};

const stackName = (part: string): string => `CarrierNest-local-${part}`;

/** Arranges that the account has these templates, as the given version deployed them. */
function setDeployed(deployed: Templates, version?: string): void {
  account.state.stacks = Object.fromEntries(
    Object.entries(deployed).map(([part, template]) => [
      stackName(part),
      {
        status: 'UPDATE_COMPLETE',
        drift: 'IN_SYNC',
        outputs: outputsOf(part, version),
        resources: [],
        template,
      },
    ]),
  );
}

/** Deploys what `change` makes of the templates, as the current version. */
function setDeployedWith(change: (deployed: Templates) => void): void {
  const deployed = structuredClone(templates);
  change(deployed);
  setDeployed(deployed, serviceVersion);
}

const resourceOf = (all: Templates, stack: string, id: string) => {
  const resource = all[stack]?.Resources[id];
  if (!resource) throw new Error(`The stack ${stack} has no ${id}`);
  return resource;
};

/**
 * Logs its arguments, and the Region and profile in its environment. For `synth`, puts the assembly in the folder that the
 * arguments name. Like the CDK, keeps the other files in the folder.
 */
const cdkStub = `#!/bin/sh
echo "$@" >> "$CDK_CALLS"
echo "$1 in \${AWS_REGION:-none} with \${AWS_PROFILE:-none}" >> "$CDK_CALLS.targets"
[ "$1" = synth ] && { [ -z "$SYNTH_FAILS" ] || exit 3; mkdir -p "$4"; cp -r "$ASSEMBLY/." "$4"; }
exit 0
`;

/** Logs its arguments in place of the check of the templates, which takes minutes. */
const npmStub = `#!/bin/sh
echo "npm $@" >> "$CDK_CALLS"
[ -z "$CHECK_FAILS" ] || exit 1
`;

interface DeployResult {
  exitCode: number | null;
  out: string;
  err: string;
  /** The arguments of each call of the CDK CLI, and each call of npm. */
  cdkCalls: string[];
}

/** Runs the program as `npm run deploy -- …` does. */
async function deploy(
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
  dir = makeTempDir(),
): Promise<DeployResult> {
  const cdkCalls = join(dir, 'calls');
  mkdirSync(join(dir, 'bin'));
  writeFileSync(join(dir, 'bin/cdk'), cdkStub, { mode: 0o755 });
  writeFileSync(join(dir, 'bin/npm'), npmStub, { mode: 0o755 });
  const program = ['--import', require.resolve('tsx'), resolve('packages/cli/src/main.ts'), 'deploy'];
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: dir,
    env: {
      ...process.env,
      ...credentials,
      PATH: `${join(dir, 'bin')}${delimiter}${process.env['PATH']}`,
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: undefined,
      AWS_ENDPOINT_URL: account.origin,
      CARRIER_NEST_SETTINGS: resolve('packages/local/src/template/settings.json'),
      ASSEMBLY: assembly,
      CDK_CALLS: cdkCalls,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [exitCode] = await once(child, 'exit');
  const calls = existsSync(cdkCalls) ? readFileSync(cdkCalls, 'utf8').trim().split('\n') : [];
  return { exitCode, out: await out, err: await err, cdkCalls: calls };
}

const synthCall = 'synth --quiet --output cdk.out CarrierNest-local-Data --exclusively';
const checkCall = 'npm run check:synth';
const deployCall = 'deploy --all --app cdk.out';

const refused = { exitCode: 1, cdkCalls: [synthCall] };
const deployed = { exitCode: 0, err: '', cdkCalls: [synthCall, checkCall, deployCall] };

describe('npm run deploy', () => {
  test('deploys a new stage, and passes its options to the CDK', async () => {
    account.state.stacks = {};

    const result = await deploy(['--require-approval', 'never', '--no-previous-parameters']);

    expect(result).toEqual({
      exitCode: 0,
      err: '',
      out: `The stage local is not deployed in us-east-1 (account 000000000000). This checkout is version ${serviceVersion}.\n`,
      cdkCalls: [synthCall, checkCall, `${deployCall} --require-approval never --no-previous-parameters`],
    });
  });

  test('deploys to a stage with the same version and templates, and lists nothing', async () => {
    setDeployed(templates, serviceVersion);

    expect(await deploy()).toEqual({
      ...deployed,
      out: `The stage local has version ${serviceVersion} in us-east-1 (account 000000000000). This checkout is version ${serviceVersion}.\n`,
    });
  });

  test('only reads from the account before it calls the CDK', async () => {
    setDeployed(templates, serviceVersion);

    await deploy();

    expect(new Set(account.requestedOperations)).toEqual(
      new Set(['sts:GetCallerIdentity', 'cloudformation:DescribeStacks', 'cloudformation:GetTemplate']),
    );
  });

  test('treats a stack whose creation failed as not deployed', async () => {
    setDeployedWith(({ Data }) => Object.assign(Data?.Resources ?? {}, { Old: { Type: 'AWS::SQS::Queue' } }));
    Object.assign(account.state.stacks[stackName('Data')] ?? {}, { status: 'ROLLBACK_COMPLETE' });

    expect(await deploy()).toMatchObject(deployed);
  });

  test('ignores the templates that the deployment of another stage left in cdk.out', async () => {
    setDeployed(templates, serviceVersion);
    const dir = makeTempDir();
    mkdirSync(join(dir, 'cdk.out'));
    writeFileSync(join(dir, 'cdk.out/CarrierNest-staging-Data.template.json'), '{"Resources":{}}');

    const result = await deploy([], {}, dir);

    expect(result).toMatchObject(deployed);
    expect(result.out.split('\n').slice(1)).toEqual(['']);
    expect(readdirSync(join(dir, 'cdk.out'))).not.toContain('CarrierNest-staging-Data.template.json');
  });

  test('does nothing else if the synthesis fails', async () => {
    expect(await deploy([], { SYNTH_FAILS: '1' })).toMatchObject({
      exitCode: 3,
      out: '',
      cdkCalls: [synthCall],
    });
    expect(account.requestedOperations).toEqual([]);
  });

  test('does not deploy templates that the check refuses', async () => {
    setDeployed(templates, serviceVersion);

    expect(await deploy([], { CHECK_FAILS: '1' })).toMatchObject({
      exitCode: 1,
      cdkCalls: [synthCall, checkCall],
    });
  });

  test('explains its options before any check', async () => {
    const child = spawn('npm', ['run', 'deploy', '--', '--help'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const out = text(child.stdout);
    const [exitCode] = await once(child, 'exit');

    expect(exitCode).toBe(0);
    expect(await out).toContain('Usage: carrier-nest deploy [options]');
    expect(await out).not.toContain('check-synth');
  });

  test('explains its options', async () => {
    const { exitCode, out, cdkCalls } = await deploy(['--help']);

    expect({ exitCode, cdkCalls }).toEqual({ exitCode: 0, cdkCalls: [] });
    for (const option of ['region', 'profile', 'allow-downgrade', 'allow-data-loss'])
      expect(out).toContain(`  --${option} `);
  });
});

/** An environment without the credentials and the AWS configuration of this machine. */
const withoutCredentials = (configFile = '/nowhere'): NodeJS.ProcessEnv => ({
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_SESSION_TOKEN: undefined,
  AWS_CONFIG_FILE: configFile,
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
  AWS_EC2_METADATA_DISABLED: 'true',
});

describe('the Region and the profile', () => {
  const readTargets = (dir: string): string[] =>
    readFileSync(join(dir, 'calls.targets'), 'utf8').trim().split('\n');

  const acmeProfile = (dir: string): NodeJS.ProcessEnv => {
    const file = join(dir, 'aws-config');
    const keys = 'aws_access_key_id = AKIAACME\naws_secret_access_key = secret';
    writeFileSync(file, `[profile acme]\nregion = eu-central-1\n${keys}\n`);
    return { ...withoutCredentials(file), AWS_REGION: undefined };
  };

  test.each([[['--region', 'eu-west-1']], [['--region=eu-west-1']]])(
    '%j applies to the synthesis, the comparison and the deployment',
    async (options) => {
      account.state.stacks = {};
      const dir = makeTempDir();

      const result = await deploy([...options, '--require-approval', 'never'], {}, dir);

      expect(result).toMatchObject({
        ...deployed,
        cdkCalls: [synthCall, checkCall, `${deployCall} --require-approval never`],
      });
      expect(result.out).toContain('The stage local is not deployed in eu-west-1 (account 000000000000). ');
      expect(readTargets(dir)).toEqual(['synth in eu-west-1 with none', 'deploy in eu-west-1 with none']);
    },
  );

  test('--profile applies to the synthesis, the comparison and the deployment', async () => {
    account.state.stacks = {};
    const dir = makeTempDir();

    const result = await deploy(['--profile', 'acme', '--allow-downgrade'], acmeProfile(dir), dir);

    expect(result).toMatchObject(deployed);
    expect(result.out).toContain('The stage local is not deployed in eu-central-1 (account 000000000000). ');
    expect(readTargets(dir)).toEqual(['synth in none with acme', 'deploy in none with acme']);
  });

  test('of the environment are those that the CDK uses', async () => {
    account.state.stacks = {};
    const dir = makeTempDir();
    const environment = {
      ...acmeProfile(dir),
      AWS_DEFAULT_PROFILE: 'acme',
      AWS_DEFAULT_REGION: 'eu-west-1',
    };

    const result = await deploy([], environment, dir);

    expect(result).toMatchObject(deployed);
    expect(result.out).toContain('The stage local is not deployed in eu-west-1 ');
  });

  test.each([[['--region']], [['--profile', '--all']], [['--region=']]])(
    '%j is refused because the value is missing',
    async (options) => {
      const result = await deploy(options);

      expect(result).toMatchObject({ exitCode: 2, out: '', cdkCalls: [] });
      expect(result.err).toMatch(
        /^--(region|profile): needs a value\n\nUsage: carrier-nest deploy \[options\]\n/,
      );
    },
  );

  test('are named without the account if AWS does not respond to the question for it', async () => {
    account.state.stacks = {};

    const result = await deploy([], { AWS_ENDPOINT_URL_STS: 'http://127.0.0.1:1' });

    expect(result).toMatchObject(deployed);
    expect(result.out).toContain(` in us-east-1. This checkout is version ${serviceVersion}.`);
  });
});

describe('invalid settings', () => {
  test.each([
    [
      'an unknown setting',
      '{"recievingDomains":["a.example"]}',
      'recievingDomains: Unknown field; did you mean `receivingDomains`?',
    ],
    [
      'an unknown inner setting',
      '{"adopt":{"userpool":"x"}}',
      'adopt.userpool: Unknown field; did you mean `userPool`?',
    ],
    ['a wrong type', '{"executions":"many"}', 'executions: must be a number.'],
    ['a wrong value', '{"preset":"ful"}', 'preset: must be one of economy, full; did you mean `full`?'],
    ['no object', '[]', 'must be an object.'],
    [
      'invalid JSON',
      '{"stage":"test",}',
      expect.stringMatching(/^The settings file is not valid JSON: .+\.$/),
    ],
  ])('%s is refused with one line, before the CDK runs', async (_what, content, problem) => {
    const file = join(makeTempDir(), 'settings.json');
    writeFileSync(file, content);

    const { err, ...result } = await deploy([], { CARRIER_NEST_SETTINGS: file });

    const [, shown] = /^.*settings\.json: (.*) See docs\/deploying\.md#settings\n$/.exec(err) ?? [];
    expect(result).toEqual({ exitCode: 1, out: '', cdkCalls: [] });
    expect(err.startsWith(`${file}: `)).toBe(true);
    expect(shown).toEqual(problem);
  });

  test.each<[settings: object, problem: string]>([
    [
      { stage: 'Prod' },
      'stage: must be a lowercase letter, then up to 19 lowercase letters, digits or hyphens.',
    ],
    [
      { availabilityZones: ['use1-az1', 'us-east-1b'] },
      'availabilityZones.0: must be the name of an Availability Zone, such as us-east-1b.',
    ],
    [{ availabilityZones: ['us-east-1b'] }, 'availabilityZones: must have two zones.'],
    [
      { vpcOriginSecurityGroup: 'default' },
      'vpcOriginSecurityGroup: must be the ID of a security group, such as sg-0123456789abcdef0.',
    ],
    [
      { receiptRuleSet: 'a', receiptRuleAfter: 'b/c' },
      'receiptRuleAfter: must be the name of a receipt rule: at most 64 letters, digits, dots, hyphens and underscores.',
    ],
    [
      { receivingDomains: ['Acme.example'] },
      'receivingDomains.0: must be a domain in lowercase, such as mail.acme.example or .acme.example.',
    ],
    [{ receivingDomains: [] }, 'receivingDomains: must have 1 to 100 domains.'],
    [{ alarmEmail: 'ops' }, 'alarmEmail: must be an email address.'],
    [{ executions: 9 }, 'executions: must be from 10 to 100,000.'],
    [{ executions: 100_001 }, 'executions: must be from 10 to 100,000.'],
    [{ executions: 10.5 }, 'executions: must be a whole number.'],
    [{ identityCallsPerSecond: 0 }, 'identityCallsPerSecond: must be from 0.1 to 100.'],
    [
      { restoredTable: 'a b' },
      'restoredTable: must be the name of a table: 3 to 255 letters, digits, dots, hyphens and underscores.',
    ],
    [
      { adopt: { contentBucket: 'A' } },
      'adopt.contentBucket: must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens.',
    ],
    [
      { adopt: { webhookSecretsKey: 'alias/a' } },
      'adopt.webhookSecretsKey: must be the ID of a KMS key, not its ARN or alias.',
    ],
    [
      { adopt: { userPool: 'a' } },
      'adopt.userPool: must be the ID of a user pool, such as us-east-1_AbCdEf123.',
    ],
    [
      { publicUrl: 'https://a.example/' },
      'publicUrl: must be an https URL of at most 150 characters, without a query or a trailing slash.',
    ],
    [
      { publicUrl: `https://${'a'.repeat(143)}` },
      'publicUrl: must be an https URL of at most 150 characters, without a query or a trailing slash.',
    ],
    [
      { trackingHosts: ['a.example'] },
      'trackingHosts.0: must be a host name in lowercase that begins with link., such as link.news.acme.example.',
    ],
    [{ trackingHosts: [] }, 'trackingHosts: must have 1 to 10 hosts.'],
    [
      { trackingTarget: 'localhost' },
      'trackingTarget: must be a host name in lowercase, such as links.acme.example.',
    ],
    [
      { trackingTarget: `${'a.'.repeat(126)}aa` },
      'trackingTarget: must be a host name in lowercase, such as links.acme.example.',
    ],
    [
      { oauth: { issuer: 'a', audience: 'b', jwksUri: 'c' } },
      'oauth.issuer: must be a URL; oauth.jwksUri: must be a URL.',
    ],
    [{ trackingHosts: 'link.news.acme.example' }, 'trackingHosts: must be an array.'],
    [
      { availabilityZones: 'us-east-1b', receivingDomains: 7 },
      'availabilityZones: must be an array; receivingDomains: must be an array.',
    ],
    [{ stage: 7 }, 'stage: must be a string.'],
  ])('%j are refused with the rule in words', (settings, problem) => {
    expect(() => parseSettings(settings, 'file.json')).toThrow(new SettingsError('file.json', problem));
  });

  test('at their limits are accepted', () => {
    const settings = {
      stage: 'a'.repeat(20),
      receiptRuleSet: 'theirs',
      receiptRuleAfter: 'a'.repeat(64),
      executions: 100_000,
      identityCallsPerSecond: 0.1,
      publicUrl: `https://${'a'.repeat(142)}`,
      trackingTarget: `${'a.'.repeat(126)}a`,
    };

    expect(parseSettings(settings)).toMatchObject(settings);
  });

  test('in the default file that cannot be read are refused without advice on another file', async () => {
    const dir = makeTempDir();
    mkdirSync(join(dir, 'carrier-nest.json'));

    const result = await deploy([], { CARRIER_NEST_SETTINGS: undefined }, dir);

    expect(result).toMatchObject({ exitCode: 1, cdkCalls: [] });
    expect(result.err).toBe(
      'carrier-nest.json: The settings file cannot be read (EISDIR). Make it a file that you can read. See docs/deploying.md#settings\n',
    );
  });

  test.each([
    ['none.json', 'none.json: The settings file does not exist. '],
    ['.', '.: The settings file cannot be read (EISDIR). '],
  ])('the file %s is refused', async (file, problem) => {
    const result = await deploy([], { CARRIER_NEST_SETTINGS: file });

    expect(result).toEqual({
      exitCode: 1,
      out: '',
      err: `${problem}Correct CARRIER_NEST_SETTINGS, or unset it to use carrier-nest.json. See docs/deploying.md#settings\n`,
      cdkCalls: [],
    });
  });

  test('are refused by check:synth, which reads the same file', async () => {
    const file = join(makeTempDir(), 'settings.json');
    writeFileSync(file, '{"stge":"test"}');
    const program = [process.execPath, '--import', 'tsx', 'scripts/check-synth.ts'].join(' ');

    const child = spawn(program, { shell: true, env: { ...process.env, CARRIER_NEST_SETTINGS: file } });
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const [exitCode] = await once(child, 'exit');

    expect({ exitCode, out: await out, err: await err }).toEqual({
      exitCode: 1,
      out: '',
      err: `${file}: stge: Unknown field; did you mean \`stage\`? See docs/deploying.md#settings\n`,
    });
  });
});

describe('the versions', () => {
  test.each(['99.0.0', serviceVersion.replace(/\d+$/, '99')])(
    'npm run deploy refuses to replace the newer version %s',
    async (version) => {
      setDeployed(templates, version);

      const result = await deploy();

      expect(result).toMatchObject(refused);
      expect(result.out).toContain(`The stage local has version ${version} in us-east-1 `);
      expect(result.err).toContain(
        `Check out version ${version}, or run npm run deploy -- --allow-downgrade`,
      );
    },
  );

  test('--allow-downgrade deploys the older version', async () => {
    setDeployed(templates, '99.0.0');

    expect(await deploy(['--allow-downgrade'])).toMatchObject(deployed);
  });

  test.each([['0.0.9'], [undefined]])('the older version %s is replaced', async (version) => {
    setDeployed(templates, version);

    const result = await deploy();

    expect(result).toMatchObject(deployed);
    expect(result.out).toContain(`The stage local has version ${version ?? 'unknown'} in us-east-1 `);
  });
});

describe('resources without data', () => {
  test('that the deployment removes are listed by stack and type', async () => {
    const log = { Type: 'AWS::Logs::LogGroup' };
    setDeployedWith(({ ApiEmails, Workers }) => {
      Object.assign(ApiEmails?.Resources ?? {}, { A: log, B: log, C: log, D: log, E: log });
      Object.assign(Workers?.Resources ?? {}, { Timer: { Type: 'AWS::Scheduler::Schedule' } });
    });

    const result = await deploy();

    expect(result).toMatchObject(deployed);
    expect(result.out.split('\n').slice(1)).toEqual([
      'The deployment removes:',
      '  ApiEmails: AWS::Logs::LogGroup is deleted: A, B, C and 2 more',
      '  Workers: AWS::Scheduler::Schedule is deleted: Timer',
      '',
    ]);
  });
});

describe('resources without data that the deployment replaces', () => {
  const replacements =
    'The deployment replaces, without a loss of data, but each may be unavailable for a moment:';

  /** Deploys the resource with other values of these properties. */
  const setDeployedProperties = (type: string, properties: object): { stack: string; id: string } => {
    const [{ stack, id } = { stack: '', id: '' }] = findResources(templates, type);
    setDeployedWith((deployedTemplates) => {
      const resource = resourceOf(deployedTemplates, stack, id);
      resource.Properties = { ...(resource.Properties as object), ...properties };
    });
    return { stack, id };
  };

  test.each([
    ['AWS::ApiGateway::Stage', { StageName: 'v0' }, 'StageName changes'],
    ['AWS::IAM::Role', { RoleName: 'old', Path: '/old/' }, 'Path and RoleName change'],
  ])('are listed: %s with other %j', async (type, properties, cause) => {
    const { stack, id } = setDeployedProperties(type, properties);

    const result = await deploy();

    expect(result).toMatchObject(deployed);
    expect(result.out.split('\n').slice(1)).toEqual(
      expect.arrayContaining([replacements, `  ${stack}: ${type} is replaced, because ${cause}: ${id}`]),
    );
    expect(result.out).not.toContain('The deployment loses data');
  });

  test('do not include the receipt rule, whose move to another rule set is refused', async () => {
    const { stack, id } = setDeployedProperties('AWS::SES::ReceiptRule', { RuleSetName: 'theirs' });

    const result = await deploy();

    expect(result).toMatchObject(refused);
    expect(result.out).toContain(
      `The deployment loses data:\n  ${stack}/${id} (AWS::SES::ReceiptRule) moves to another rule set, so that no mail ` +
        'arrives unless that rule set is active. Check receiptRuleSet in the settings. If the move is intended, ' +
        'npm run doctor prints after the deployment how to activate the rule set. Stored mail is not lost\n',
    );
    expect(await deploy(['--allow-data-loss'])).toMatchObject(deployed);
  });

  test('include the resources whose properties refer to a replaced resource of another stack', async () => {
    const { stack } = setDeployedProperties('AWS::EC2::VPC', { CidrBlock: '10.9.0.0/16' });

    const { out } = await deploy();

    expect(out).toContain(`  ${stack}: AWS::EC2::VPC is replaced, because CidrBlock changes: `);
    expect(out).toMatch(/AWS::EC2::RouteTable is replaced, because VpcId changes: /);
    expect(out).toMatch(
      /AWS::EC2::SubnetRouteTableAssociation is replaced, because RouteTableId and SubnetId change: /,
    );
  });

  test('do not include a change in place, or the containers that each update replaces', async () => {
    setDeployedProperties('AWS::ECS::TaskDefinition', { Cpu: '4096' });
    const { out } = await deploy();
    setDeployedProperties('AWS::ApiGateway::Account', { CloudWatchRoleArn: 'other' });
    const inPlace = await deploy();

    expect([out, inPlace.out].map((text) => text.split('\n').slice(1))).toEqual([[''], ['']]);
  });
});

describe('stacks that the settings no longer include', () => {
  const writeSettings = (settings: object): string => {
    const file = join(makeTempDir(), 'settings.json');
    writeFileSync(file, JSON.stringify({ stage: 'local', ...settings }));
    return file;
  };

  test('are listed with the command that deletes each of them, the last one first', async () => {
    setDeployed(templates, serviceVersion);
    account.state.stacks[stackName('Tracking')] = buildStack({ template: { Resources: {} } });

    const result = await deploy([], {
      CARRIER_NEST_SETTINGS: writeSettings({}),
      AWS_REGION: undefined,
      // The CDK and the AWS CLI use the Region in this variable.
      AWS_DEFAULT_REGION: 'eu-west-1',
    });

    const command = 'aws cloudformation delete-stack --stack-name CarrierNest-local';
    expect(result).toMatchObject(deployed);
    expect(result.out.split('\n').slice(1)).toEqual([
      'The settings no longer include these stacks, but the deployment keeps them:',
      `  CarrierNest-local-Firewall. To delete it after the deployment: ${command}-Firewall --region eu-west-1`,
      `  CarrierNest-local-Edge. To delete it after the deployment (its address then fails): ${command}-Edge --region eu-west-1`,
      `  CarrierNest-local-Tracking. To delete it after the deployment (tracked links in sent emails then fail): ${command}-Tracking --region us-east-1`,
      '',
    ]);
  });

  test('do not include the stacks that the settings require', async () => {
    setDeployed(templates, serviceVersion);
    account.state.stacks[stackName('Tracking')] = buildStack({ template: { Resources: {} } });
    const settings = writeSettings({ preset: 'full', trackingHosts: ['link.acme.example'] });

    const result = await deploy([], { CARRIER_NEST_SETTINGS: settings });

    expect(result.out.split('\n').slice(1)).toEqual(['']);
  });
});

/** The command that prints the physical ID of a resource. */
const nameCommand = (stack: string, id: string): string =>
  `aws cloudformation describe-stack-resource --stack-name ${stackName(stack)} --logical-resource-id ${id} ` +
  '--query StackResourceDetail.PhysicalResourceId --output text --region us-east-1';

describe('resources with data', () => {
  const table = 'TableCD117FA1';
  const content = 'Content88381566';
  const users = 'Users0A0EEA89';

  const waitForQueue = (stack: string, id: string): string =>
    'Wait until this prints only zeros (move or save dead letters: docs/runbook.md#dead-letters): ' +
    `aws sqs get-queue-attributes --queue-url "$(${nameCommand(stack, id)})" --attribute-names ` +
    'ApproximateNumberOfMessages ApproximateNumberOfMessagesNotVisible ApproximateNumberOfMessagesDelayed ' +
    "--query 'values(Attributes)' --region us-east-1";

  test.each<[what: string, line: string, saving: string, change: (deployed: Templates) => void]>([
    [
      'a queue is deleted',
      'Scheduling/OldQueue (AWS::SQS::Queue) is deleted',
      waitForQueue('Scheduling', 'OldQueue'),
      ({ Scheduling }) => {
        Object.assign(Scheduling?.Resources ?? {}, { OldQueue: { Type: 'AWS::SQS::Queue' } });
      },
    ],
    [
      'the logical ID of the table changes',
      'Data/Renamed (AWS::DynamoDB::GlobalTable) leaves the stack, and an empty one takes its place',
      `Its data stays in the account. To use it again later, set restoredTable to this name: ${nameCommand('Data', 'Renamed')}`,
      (deployedTemplates) => {
        const { [table]: moved, ...others } = deployedTemplates['Data']?.Resources ?? {};
        Object.assign(deployedTemplates['Data'] ?? {}, { Resources: { ...others, Renamed: moved } });
      },
    ],
    [
      'the key of the table changes',
      `Data/${table} (AWS::DynamoDB::GlobalTable) is replaced by an empty one, because KeySchema changes`,
      `Its data stays in the account. To use it again later, set restoredTable to this name: ${nameCommand('Data', table)}`,
      (deployedTemplates) => {
        const resource = resourceOf(deployedTemplates, 'Data', table);
        resource.Properties = { ...(resource.Properties as object), KeySchema: [] };
      },
    ],
    [
      'a bucket gets another name',
      `Data/${content} (AWS::S3::Bucket) is replaced by an empty one, because BucketName changes`,
      `Its data stays in the account. To use it again later, set adopt.contentBucket to this name: ${nameCommand('Data', content)}`,
      (deployedTemplates) => {
        const resource = resourceOf(deployedTemplates, 'Data', content);
        resource.Properties = { ...(resource.Properties as object), BucketName: 'acme-content' };
      },
    ],
    [
      'a resource changes its type',
      `Data/${users} (AWS::SQS::Queue) changes its type to AWS::Cognito::UserPool`,
      waitForQueue('Data', users),
      (deployedTemplates) => {
        Object.assign(resourceOf(deployedTemplates, 'Data', users), {
          Type: 'AWS::SQS::Queue',
          UpdateReplacePolicy: 'Delete',
        });
      },
    ],
  ])('npm run deploy refuses if %s, and says how to save its data', async (_what, line, saving, change) => {
    setDeployedWith(change);

    const refusedResult = await deploy();
    const allowedResult = await deploy(['--allow-data-loss']);

    expect(refusedResult).toMatchObject(refused);
    // A replaced bucket also replaces its policy, which has no data.
    expect(refusedResult.out.split('\n').slice(-4)).toEqual([
      'The deployment loses data:',
      `  ${line}`,
      `    ${saving}`,
      '',
    ]);
    expect(refusedResult.err).toContain('1 resource with data');
    expect(refusedResult.err).toContain('npm run deploy -- --allow-data-loss');
    expect(allowedResult).toMatchObject({ ...deployed, out: refusedResult.out });
  });

  test('of each type have a command that saves the data before CloudFormation deletes it', async () => {
    setDeployedWith(({ Data }) => {
      const old = statefulTypes.map((Type, index) => [`Old${index}`, { Type }]);
      Object.assign(Data?.Resources ?? {}, Object.fromEntries(old));
    });

    const { out } = await deploy();

    const savings = [
      ...out.matchAll(/^ {2}Data\/Old\d \((.+)\) (?:is deleted|is no longer used.*)\n {4}(.+): (aws .+)$/gm),
    ];
    expect(savings.map(([, type]) => type)).toEqual(statefulTypes);
    for (const [index, [, , , command]] of savings.entries())
      expect(command).toContain(nameCommand('Data', `Old${index}`));
  });

  test('that CloudFormation retains may leave the stack, if the deployment creates none of their type', async () => {
    setDeployedWith(({ Data }) => {
      const bucket = { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Retain' };
      Object.assign(Data?.Resources ?? {}, { OldBucket: bucket });
    });

    const result = await deploy();

    expect(result).toMatchObject(deployed);
    expect(result.out).toContain(
      '  Data: AWS::S3::Bucket leaves the stack, and stays in the account: OldBucket\n',
    );
  });

  test('include the user pool, because turning users on again would create an empty one', async () => {
    setDeployedWith(({ Data }) => {
      const pool = { Type: 'AWS::Cognito::UserPool', DeletionPolicy: 'Retain' };
      Object.assign(Data?.Resources ?? {}, { OldUsers: pool });
    });

    const result = await deploy();

    expect(result).toMatchObject({ ...refused, err: expect.stringContaining('1 resource with data') });
    expect(result.out).toContain(
      '\n    Its data stays in the account. To use it again later, set adopt.userPool to this name: ' +
        nameCommand('Data', 'OldUsers'),
    );
  });

  test('that only change in place are not listed', async () => {
    setDeployedWith((deployedTemplates) => {
      const resource = resourceOf(deployedTemplates, 'Data', content);
      resource.Properties = { ...(resource.Properties as object), LifecycleConfiguration: {} };
    });

    const result = await deploy();

    expect(result).toMatchObject(deployed);
    expect(result.out.split('\n').slice(1)).toEqual(['']);
  });
});

test('the stack for tracked links is compared with its template in us-east-1', async () => {
  setDeployedWith(() => undefined);
  account.state.stacks[stackName('Tracking')] = buildStack({ template: { Resources: {} } });
  const dir = makeTempDir();
  const settings = join(dir, 'settings.json');
  writeFileSync(
    settings,
    JSON.stringify({ stage: 'local', preset: 'full', trackingHosts: ['link.acme.example'] }),
  );

  const result = await deploy([], { AWS_REGION: 'eu-west-1', CARRIER_NEST_SETTINGS: settings });

  expect(result).toMatchObject(deployed);
});

describe('imported resources', () => {
  const removeDeployed = (deployedTemplates: Templates, stack: string, id: string): void => {
    resourceOf(deployedTemplates, stack, id);
    delete deployedTemplates[stack]?.Resources[id];
  };

  test.each([
    ['Data', 'TableCD117FA1', 'restoredTable'],
    ['Data', 'Content88381566', 'adopt.contentBucket'],
    ['Data', 'Users0A0EEA89', 'adopt.userPool'],
    ['Mail', 'InboundMailDA244C94', 'adopt.inboundBucket'],
  ])('npm run deploy refuses to create %s/%s if %s is missing', async (stack, id, setting) => {
    setDeployedWith((deployedTemplates) => removeDeployed(deployedTemplates, stack, id));

    const refusedResult = await deploy();
    const allowedResult = await deploy(['--allow-data-loss']);

    const type = resourceOf(templates, stack, id).Type;
    expect(refusedResult).toMatchObject(refused);
    expect(refusedResult.out.split('\n').slice(1)).toEqual([
      'The deployment loses data:',
      `  ${stack}/${id} (${type}) is created empty in place of the imported one, which stays in the account. Restore the setting ${setting}`,
      '',
    ]);
    expect(refusedResult.err).toContain('npm run deploy -- --allow-data-loss');
    expect(allowedResult).toMatchObject({ ...deployed, out: refusedResult.out });
  });

  test.each<[what: string, change: (deployed: Templates) => void]>([
    [
      'the first user pool',
      (deployedTemplates) => {
        removeDeployed(deployedTemplates, 'Data', 'Users0A0EEA89');
        for (const { stack, id } of findResources(deployedTemplates, 'AWS::Cognito::UserPoolClient'))
          removeDeployed(deployedTemplates, stack, id);
      },
    ],
    [
      'a queue and a bucket of a new version',
      (deployedTemplates) => {
        removeDeployed(deployedTemplates, 'Data', 'DeadLettersBBF8BAAB');
        removeDeployed(deployedTemplates, 'Data', 'ParkedBodies8F56E98B');
      },
    ],
    [
      'a stack that is not deployed yet',
      (deployedTemplates) => {
        delete deployedTemplates['Mail'];
      },
    ],
  ])('do not prevent npm run deploy from creating %s', async (_what, change) => {
    setDeployedWith(change);

    const result = await deploy();

    expect(result).toMatchObject(deployed);
    expect(result.out.split('\n').slice(1)).toEqual(['']);
  });
});

describe('the key of webhook secrets', () => {
  const key = 'WebhookSecretsC35BAB69';
  let assemblyWithKey: string;
  let templatesWithKey: Templates;

  beforeAll(async () => {
    assemblyWithKey = resolve((await withLocalSettings({ customerKey: true }, synthesize)).assembly);
    templatesWithKey = readTemplates(assemblyWithKey);
  });

  /** Arranges that the stage uses a key that its stacks create or import. */
  function setDeployedKey(origin: 'created' | 'imported'): void {
    const deployedTemplates = structuredClone(templatesWithKey);
    if (origin === 'imported') delete deployedTemplates['Data']?.Resources[key];
    setDeployed(deployedTemplates, serviceVersion);
  }

  test.each([
    [
      'stop using the key that it created',
      'created',
      'default',
      'is no longer used, so that webhook secrets become unreadable. Set customerKey to true',
    ],
    [
      'stop importing the key',
      'imported',
      'default',
      'is no longer imported, so that webhook secrets become unreadable. Restore the setting adopt.webhookSecretsKey',
    ],
    [
      'create a key in place of the imported one',
      'imported',
      'customerKey',
      'is created empty in place of the imported one, which stays in the account. Restore the setting adopt.webhookSecretsKey',
    ],
  ] as const)('npm run deploy refuses to %s', async (_what, origin, settings, effect) => {
    setDeployedKey(origin);
    const next = settings === 'customerKey' ? { ASSEMBLY: assemblyWithKey } : {};

    const refusedResult = await deploy([], next);
    const allowedResult = await deploy(['--allow-data-loss'], next);

    expect(refusedResult).toMatchObject(refused);
    expect(refusedResult.out.split('\n').slice(1)).toEqual([
      'The deployment loses data:',
      `  Data/${key} (AWS::KMS::Key) ${effect}`,
      ...(origin === 'created' ? [expect.stringContaining(nameCommand('Data', key))] : []),
      '',
    ]);
    expect(allowedResult).toMatchObject({ ...deployed, out: refusedResult.out });
  });

  test.each([
    ['a deployment without a key may get one', () => setDeployed(templates, serviceVersion)],
    ['a deployment keeps its key with customerKey', () => setDeployedKey('created')],
  ])('%s', async (_what, arrange) => {
    arrange();

    const result = await deploy([], { ASSEMBLY: assemblyWithKey });

    expect(result).toMatchObject(deployed);
    expect(result.out.split('\n').slice(1)).toEqual(['']);
  });
});

describe('without a comparison', () => {
  test.each(['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'])(
    'because %s is denied, nothing is deployed',
    async (operation) => {
      setDeployed(templates, serviceVersion);
      account.state.deniedOperations = [operation];

      const result = await deploy();

      expect(result).toMatchObject({ ...refused, out: '' });
      expect(result.err).toBe(
        `\nThe deployed stacks cannot be compared with this checkout (${operation}: AccessDeniedException). Allow your ` +
          'user or role to call cloudformation:DescribeStacks and cloudformation:GetTemplate, then run npm run deploy again.\n',
      );
    },
  );

  test('because another error prevents it, nothing is deployed', async () => {
    const result = await deploy([], { AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1' });

    expect(result).toMatchObject({ ...refused, out: '' });
    expect(result.err).toMatch(
      /DescribeStacks: ECONNREFUSED\)\. Fix the cause, then run npm run deploy again\.\n$/,
    );
  });

  test('because there are no credentials, nothing is deployed', async () => {
    const result = await deploy([], withoutCredentials());

    expect(result).toMatchObject({ ...refused, out: '' });
    expect(result.err).toBe(
      '\nNothing is deployed, because there are no credentials (sts:GetCallerIdentity: CredentialsProviderError). ' +
        'Run aws configure sso, then export AWS_PROFILE=NAME AWS_REGION=REGION, with the name of the profile that the ' +
        'first command creates, so that all commands use them.\n',
    );
    expect(account.requestedOperations).toEqual([]);
  });

  test('because AWS rejects the credentials, nothing is deployed', async () => {
    account.state.refusal = { code: 'ExpiredToken', message: 'expired' };

    const result = await deploy();

    expect(result).toMatchObject({ ...refused, out: '' });
    expect(result.err).toMatch(
      /AWS rejects the credentials \(sts:GetCallerIdentity: ExpiredToken\)\. Replace/,
    );
  });
});
