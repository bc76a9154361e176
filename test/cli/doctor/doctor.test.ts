import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from '../../../packages/cli/src/doctor/checks';
import { tellSqs } from './support/account-state';
import { complaintsOf, credentials, doctor, idsOf, reportOf, secrets } from './support/doctor';
import { expectFound } from './support/expect-found';
import { faults, groupsOf } from './support/faults';
import { domainNamed, publish } from './support/published';
import { World } from './support/world';

let world: World;

beforeAll(async () => {
  world = await World.start();
});

afterEach(() => world.account.reset());

afterAll(() => world?.stop());

describe('a healthy account', () => {
  test('gives no finding: every check is made, and each says what was asked', async () => {
    const ran = await world.lookAtAccount({ args: ['--json'] });

    const report = reportOf(ran);
    expect({ exitCode: ran.exitCode, err: ran.err }).toEqual({ exitCode: 0, err: '' });
    expect(complaintsOf(report)).toEqual([]);
    expect(idsOf(report, 'skipped')).toEqual(['local.runtime']);
    expect(report.checks.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    for (const { outcome, evidence } of report.checks) expect(evidence.length > 0).toBe(outcome === 'ok');
  });

  test('is asked for nothing that changes it', async () => {
    await world.lookAtAccount();

    const reads = /:(Get|List|Describe)|:GET |\/carrier-nest-local-administer\/invocations$/;
    expect(world.account.asked.length).toBeGreaterThan(20);
    expect(world.account.asked.filter((operation) => !reads.test(operation))).toEqual([]);
  });

  test('is a line for each check, and nothing to do', async () => {
    const { exitCode, out } = await world.lookAtAccount();

    expect(exitCode).toBe(0);
    expect(out).toMatch(/^The stage local in us-east-1\n/);
    for (const { id } of checks) expect(out).toMatch(new RegExp(`^  (ok  |-   )  ${id} `, 'm'));
    expect(out).toMatch(/\nNothing to do\. \d+ ok, 0 warn, 0 fail, 1 skipped\n$/);
  });
});

describe('faults', () => {
  // Each by itself: faults.exhaustive.test.ts.
  test.each(groupsOf(faults).map((group) => [group.map(({ what }) => what), group] as const))(
    '%j: each is found, and nothing else is',
    async (_what, group) => {
      expectFound(await world.lookAtFaults(group), group);
    },
  );

  test('there is one for every check that a deployment has', () => {
    const found = new Set(faults.map(({ id }) => id));

    const notArranged = ['local.node', 'local.runtime'];
    expect(checks.map(({ id }) => id).filter((id) => !found.has(id))).toEqual(notArranged);
  });
});

describe('several faults', () => {
  test('are told with what hurts most first, each with what was seen and what to do', async () => {
    world.account.state.subscriptions = [];
    world.account.state.sesAccount['ProductionAccessEnabled'] = false;
    world.account.state.ruleSet = undefined;

    const { exitCode, out } = await world.lookAtAccount();

    const steps = [...out.matchAll(/^(\d)\. (\w+) (\S+): .*\n   Seen:  .+\n   Do:    .+/gm)];
    expect(exitCode).toBe(1);
    expect(steps.map(([, ...step]) => step)).toEqual([
      ['1', 'FAIL', 'ses.sandbox'],
      ['2', 'FAIL', 'mail.rule-set'],
      ['3', 'WARN', 'alarms.receiver'],
    ]);
    expect(out).toMatch(/\d+ ok, 1 warn, 2 fail, 1 skipped\n$/);
  });

  test('a name that others gave does not reach the terminal as control characters', async () => {
    world.account.state.ruleSet = { name: 'their\u001b[2Js', rules: [] };

    const { out } = await world.lookAtAccount();

    expect(out).toContain('their?[2Js');
    expect(out).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe('before the first deployment', () => {
  test('what only a deployment has is skipped, and what it needs is looked at', async () => {
    world.account.state.stacks = {};
    world.account.state.logRole = undefined;
    world.account.state.bootstrapVersion = undefined;

    const report = await world.reportOfAccount();

    expect(idsOf(report, 'fail')).toEqual(['cdk.bootstrap', 'stacks.deployed']);
    expect(idsOf(report, 'warn')).toEqual([]);
    expect(report.checks.find(({ id }) => id === 'stacks.status')?.seen).toBe('needs stacks.deployed');
    expect(idsOf(report, 'ok')).toEqual(
      expect.arrayContaining(['ses.sandbox', 'api.log-role', 'lambda.concurrency', 'reputation.bounces']),
    );
  });

  test('without a service for it, no receipt rule is missed where mail does not arrive', async () => {
    world.account.state.ruleSet = undefined;

    const report = await world.reportOfAccount({
      settings: { inbound: false },
      args: ['--region', 'eu-north-1'],
    });

    expect(complaintsOf(report)).toEqual([]);
    expect(idsOf(report, 'skipped')).toEqual(['local.runtime', 'mail.rule-set']);
  });
});

describe('credentials', () => {
  const none = {
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
    AWS_SESSION_TOKEN: undefined,
  };

  test('that are missing fail, and what needs them is skipped', async () => {
    const report = await world.reportOfAccount({ environment: none });

    expect(complaintsOf(report)).toEqual([
      {
        id: 'account.credentials',
        outcome: 'fail',
        findings: [
          {
            outcome: 'fail',
            subject: 'the default profile or the role of this machine',
            problem: 'there are no credentials',
            evidence: 'sts:GetCallerIdentity: CredentialsProviderError',
            fix: 'aws configure sso, then npm run doctor -- --profile NAME',
          },
        ],
      },
    ]);
    expect(idsOf(report, 'ok')).toEqual(['local.node', 'local.settings']);
    expect(world.account.asked).toEqual([]);
  });

  test('of a profile that there is not fail with its name', async () => {
    const report = await world.reportOfAccount({ args: ['--profile', 'acme'], environment: none });

    expect(complaintsOf(report)).toMatchObject([
      {
        id: 'account.credentials',
        findings: [
          { subject: 'the profile acme', fix: expect.stringContaining('aws sso login --profile acme') },
        ],
      },
    ]);
  });

  test('without a Region fail with how to name one', async () => {
    const report = await world.reportOfAccount({ environment: { AWS_REGION: undefined } });

    expect(complaintsOf(report).map(({ id }) => id)).toEqual(['account.region']);
    expect(idsOf(report, 'ok')).toEqual(
      expect.arrayContaining(['local.node', 'local.settings', 'account.credentials']),
    );
    expect(report.place).toEqual({ kind: 'deployed', stage: 'local', region: null, data_dir: null });
  });

  test('are never printed, whatever AWS quotes of the request', async () => {
    world.account.state.refusal = {
      code: 'SignatureDoesNotMatch',
      message: `The string should have been x-amz-security-token:${secrets.token} ${secrets.key}`,
    };

    const refused = [await world.lookAtAccount(), await world.lookAtAccount({ args: ['--json'] })];
    world.account.reset();
    const taken = [
      await world.lookAtAccount(),
      await world.lookAtAccount({ args: ['--json'] }),
      await world.lookAtRuntime(),
    ];

    for (const { out, err } of [...refused, ...taken])
      for (const secret of [
        ...Object.values(secrets),
        world.service.at.key,
        world.service.at.aws.access_key_id,
      ])
        expect(out + err).not.toContain(secret);
  });
});

describe('a service', () => {
  test.each([
    [
      ['ssm:GetParameter', 'ses:GET /v2/email/account'],
      ['ses.sending', 'ses.sandbox', 'ses.quota', 'ses.rate', 'ses.plan', 'cdk.bootstrap'],
      [],
    ],
    [['sts:GetCallerIdentity'], ['account.credentials'], ['ses.sandbox', 'cdk.bootstrap', 'stacks.deployed']],
    [
      ['cloudformation:DescribeStacks'],
      ['stacks.deployed'],
      ['stacks.status', 'queues.dead-letters', 'dns.dkim'],
    ],
  ])('that does not answer %j within five seconds is no failure', async (operations, warn, skipped) => {
    world.account.state.silent = operations;

    const begun = performance.now();
    const ran = await world.lookAtAccount({ args: ['--json'] });

    const report = reportOf(ran);
    const [{ evidence } = { evidence: '' }] = complaintsOf(report)[0]?.findings ?? [];
    expect(ran.exitCode).toBe(0);
    expect({ warn: idsOf(report, 'warn'), fail: idsOf(report, 'fail') }).toEqual({ warn, fail: [] });
    expect(idsOf(report, 'skipped')).toEqual(expect.arrayContaining(skipped));
    expect(evidence).toMatch(/: no answer in 5 s$/);
    expect(performance.now() - begun).toBeGreaterThan(5_000);
  });

  test('that nobody listens for is no failure', async () => {
    const environment = { AWS_ENDPOINT_URL_SNS: 'http://127.0.0.1:1' };
    const report = await world.reportOfAccount({ environment });

    expect(complaintsOf(report)).toMatchObject([
      {
        id: 'alarms.receiver',
        outcome: 'warn',
        findings: [{ evidence: 'sns:ListSubscriptionsByTopic in us-east-1: ECONNREFUSED' }],
      },
    ]);
  });

  test('that may not be asked is no failure, and the permission is named', async () => {
    world.account.state.denied = ['monitoring:DescribeAlarms'];

    const report = await world.reportOfAccount();

    expect(complaintsOf(report)).toMatchObject([
      {
        id: 'alarms.ringing',
        outcome: 'warn',
        findings: [{ problem: 'you may not call cloudwatch:DescribeAlarms' }],
      },
    ]);
  });
});

describe('the report for programs', () => {
  test('has the shape that docs/doctor.md shows, whatever is found', async () => {
    world.account.state.bootstrapVersion = undefined;

    const report = await world.reportOfAccount();

    expect(report).toEqual({
      version: 1,
      place: { kind: 'deployed', stage: 'local', region: 'us-east-1', data_dir: null },
      outcome: 'fail',
      counts: { ok: checks.length - 2, warn: 0, fail: 1, skipped: 1 },
      checks: checks.map(({ id, title }) => ({
        id,
        title,
        outcome: expect.stringMatching(/^(ok|warn|fail|skipped)$/),
        seen: expect.any(String),
        evidence: expect.any(Array),
        findings: expect.any(Array),
      })),
    });
    expect(report.checks.find(({ id }) => id === 'cdk.bootstrap')).toEqual({
      id: 'cdk.bootstrap',
      title: 'the CDK can deploy here',
      outcome: 'fail',
      seen: 'not bootstrapped',
      evidence: ['ssm:GetParameter /cdk-bootstrap/hnb659fds/version in us-east-1: ParameterNotFound'],
      findings: [
        {
          outcome: 'fail',
          subject: 'the account in us-east-1',
          problem: 'npm run deploy is refused: not bootstrapped',
          evidence: 'ssm:GetParameter /cdk-bootstrap/hnb659fds/version in us-east-1: ParameterNotFound',
          fix: 'npx cdk bootstrap aws://000000000000/us-east-1',
        },
      ],
    });
  });
});

describe('the local runtime', () => {
  test('that is well gives no finding, and what only an account has is skipped', async () => {
    const ran = await world.lookAtRuntime('--json');

    const report = reportOf(ran);
    expect({ exitCode: ran.exitCode, err: ran.err }).toEqual({ exitCode: 0, err: '' });
    expect(complaintsOf(report)).toEqual([]);
    expect(idsOf(report, 'ok')).toEqual([
      ...['local.node', 'local.runtime', 'ses.sending', 'ses.sandbox', 'ses.quota', 'api.answers'],
      ...['queues.dead-letters', 'domains.listed', 'dns.resolver', 'domains.status', 'dns.dkim'],
      ...['dns.ownership', 'dns.mail-from', 'dns.spf', 'dns.dmarc', 'dns.inbound-mx', 'dns.tracking'],
    ]);
    expect(report.place).toEqual({
      kind: 'local',
      stage: 'local',
      region: 'us-east-1',
      data_dir: world.service.dataDir,
    });
  });

  test('with a dead letter and a domain without DMARC gives both', async () => {
    const { service } = world;
    const { at } = service;
    const domain = await domainNamed(service, at.workspace.id, at.domains.marketing);
    const { QueueUrls } = (await tellSqs(at, 'ListQueues', {})) as { QueueUrls: string[] };
    const QueueUrl = QueueUrls.find((url) => url.includes('StepsQueueDeadLetters'));
    await tellSqs(at, 'SendMessage', { QueueUrl, MessageBody: 'lost' });
    const dmarc = domain.records.filter(({ kind }) => kind === 'dmarc');
    await publish(service, { records: dmarc }, { TXT: [] });

    const report = reportOf(await world.lookAtRuntime('--json'));

    await tellSqs(at, 'PurgeQueue', { QueueUrl });
    await publish(service, domain);
    expect(complaintsOf(report)).toMatchObject([
      { id: 'queues.dead-letters', findings: [{ subject: expect.stringContaining('Steps') }] },
      { id: 'dns.dmarc', findings: [{ subject: domain.domain }] },
    ]);
  });

  test('on a Node that package.json does not take is a failure', async () => {
    writeFileSync(join(world.folder, 'package.json'), JSON.stringify({ engines: { node: '>=99' } }));

    const ran = await doctor([`--local=${world.service.dataDir}`, '--json'], {}, world.folder);

    expect(ran.exitCode).toBe(1);
    expect(complaintsOf(reportOf(ran))).toMatchObject([
      {
        id: 'local.node',
        findings: [
          {
            evidence: `process.versions.node is ${process.versions.node}, engines in package.json is >=99`,
            fix: 'https://nodejs.org/en/download',
          },
        ],
      },
    ]);
  });

  test('that does not run is a failure, with the command that starts it', async () => {
    const missing = join(world.folder, 'none');

    const ran = await doctor([`--local=${missing}`, '--json']);

    expect(ran.exitCode).toBe(1);
    expect(complaintsOf(reportOf(ran))).toMatchObject([
      {
        id: 'local.runtime',
        findings: [
          {
            evidence: `There is no ${missing}/runtime.json: no runtime has its data in ${missing}`,
            fix: `npm start -- --data ${missing}`,
          },
        ],
      },
    ]);
  });
});

describe('a command line', () => {
  test.each([
    [['--color'], "Unknown option '--color'"],
    [['prod'], "Unexpected argument 'prod'"],
    [['--stage', 'Prod'], '--stage: there is no stage "Prod"'],
    [['--stage'], "Option '--stage <value>' argument missing"],
    [['--resolver', 'dns.example'], '--resolver: must be an IP address such as 1.1.1.1 or 127.0.0.1:53'],
    [['--json=yes'], "Option '--json' does not take an argument"],
  ])('%j is wrong: it ends with 2, says why and how it goes, and asks nobody', async (args, why) => {
    const ran = await lookAtAccountWith(args);

    expect(ran).toMatchObject({ exitCode: 2, out: '' });
    expect(ran.err).toContain(why);
    expect(ran.err).toContain('npm run doctor -- [options]');
    expect(world.account.asked).toEqual([]);
  });

  const lookAtAccountWith = (args: string[]) =>
    doctor(args, { ...credentials, AWS_ENDPOINT_URL: world.account.origin });

  test('--help explains every option', async () => {
    const { exitCode, out, err } = await doctor(['--help', '--local']);

    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    for (const name of ['stage', 'region', 'profile', 'local', 'resolver', 'json', 'help'])
      expect(out).toMatch(new RegExp(`^  --${name}\\b`, 'm'));
  });
});

describe('docs/doctor.md', () => {
  const page = readFileSync('docs/doctor.md', 'utf8');

  test('explains every check, in their order', () => {
    const explained = [...page.matchAll(/^\| `(\w+\.[\w-]+)` +\|/gm)].map(([, id]) => id);

    expect(explained).toEqual(checks.map(({ id }) => id));
  });

  test('names every permission that is used, and no other', () => {
    const sources = readdirSync('packages/cli/src/doctor').map((name) =>
      readFileSync(`packages/cli/src/doctor/${name}`, 'utf8'),
    );
    const actions = /\b(?:apigateway|cloudformation|cloudwatch|lambda|ses|sns|sqs|ssm):[A-Z]\w+/g;
    const used = new Set(sources.flatMap((source) => source.match(actions) ?? []));
    // The local runtime has no CloudFormation to ask for them.
    used.delete('sqs:ListQueues');

    const [, policy = ''] = /```\n(\{\n {2}"Version"[^`]*)```/.exec(page) ?? [];
    const { Statement } = JSON.parse(policy) as { Statement: { Action: string | string[] }[] };
    expect(Statement.flatMap(({ Action }) => Action).toSorted()).toEqual([...used].toSorted());
  });
});
