import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { engines } from '../../../package.json';
import { checks } from '../../../packages/cli/src/doctor/checks';
import { callSqs } from '../../support/call-runtime';
import { problemsOf, credentials, runDoctor, idsOf, parseReport, secrets } from './support/run-doctor';
import { expectFaultsFound } from './support/expect-found';
import { faults, groupCompatibleFaults } from './support/faults';
import { findDomain, publishRecords } from './support/dns-records';
import type { Finding } from '../../../packages/cli/src/doctor/check';
import type { AccountState } from './support/account-state';
import { DoctorEnvironment } from './support/doctor-environment';

let doctorEnvironment: DoctorEnvironment;

beforeAll(async () => {
  doctorEnvironment = await DoctorEnvironment.start();
});

afterEach(() => doctorEnvironment.account.reset());

afterAll(() => doctorEnvironment.stop());

/** The checks that do not apply to a deployment with the preset economy. */
const notApplicable = ['local.runtime', 'edge.zones', 'tracking.certificate', 'edge.security-group'];

describe('a healthy account', () => {
  test('has no findings, and every check reports its evidence', async () => {
    const result = await doctorEnvironment.checkAccount({ args: ['--json'] });

    const report = parseReport(result);
    expect({ exitCode: result.exitCode, err: result.err }).toEqual({ exitCode: 0, err: '' });
    expect(problemsOf(report)).toEqual([]);
    expect(idsOf(report, 'skipped')).toEqual(notApplicable);
    expect(report.checks.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    for (const { outcome, evidence } of report.checks) expect(evidence.length > 0).toBe(outcome === 'ok');
  });

  test('is only read, never changed', async () => {
    await doctorEnvironment.checkAccount();

    const reads = /:(Get|List|Describe)|:GET |\/carrier-nest-local-administer\/invocations$/;
    expect(doctorEnvironment.account.requestedOperations.length).toBeGreaterThan(20);
    expect(
      doctorEnvironment.account.requestedOperations.filter((operation) => !reads.test(operation)),
    ).toEqual([]);
  });

  test('makes the doctor print a line for each check, and "Nothing to do"', async () => {
    const { exitCode, out } = await doctorEnvironment.checkAccount();

    expect(exitCode).toBe(0);
    expect(out).toMatch(/^The stage local in us-east-1\n/);
    for (const { id } of checks) expect(out).toMatch(new RegExp(`^  (ok  |-   )  ${id} `, 'm'));
    expect(out).toMatch(/\nNothing to do\. \d+ ok, 0 warn, 0 fail, 4 skipped\n$/);
  });

  test('has no findings with the preset full', async () => {
    const report = await doctorEnvironment.getAccountReport({
      settings: { preset: 'full', vpcOriginSecurityGroup: 'sg-0123456789abcdef0' },
    });

    expect(problemsOf(report)).toEqual([]);
    expect(idsOf(report, 'skipped')).toEqual(['local.runtime', 'tracking.certificate']);
    expect(report.checks.find(({ id }) => id === 'edge.zones')?.seen).toBe(
      'us-east-1a is use1-az2, us-east-1b is use1-az6',
    );
  });
});

test('the checks of configuration sets say how many of the domains they checked', async () => {
  doctorEnvironment.account.state.domainCopies = 12;
  doctorEnvironment.account.state.sesAccount['VdmAttributes'] = {
    VdmEnabled: 'ENABLED',
    DashboardAttributes: { EngagementMetrics: 'ENABLED' },
  };

  const report = await doctorEnvironment.getAccountReport();

  const seenBy = (id: string) => report.checks.find((check) => check.id === id)?.seen;
  expect(seenBy('domains.events')).toBe(
    '20 of 20 domains publish to the topic of the stack Mail (20 of 24 checked)',
  );
  expect(seenBy('domains.links')).toMatch(/of 20 domains disable them \(20 of 24 checked\)$/);
});

describe('faults', () => {
  // faults.exhaustive.test.ts arranges each fault separately.
  test.each(groupCompatibleFaults(faults).map((group) => [group.map(({ what }) => what), group] as const))(
    'the doctor finds exactly these faults: %j',
    async (_what, group) => {
      expectFaultsFound(await doctorEnvironment.checkWithFaults(group), group);
    },
  );

  test('the faults cover every check of a deployment', () => {
    const found = new Set(faults.map(({ id }) => id));

    const notArranged = ['local.node', 'local.runtime'];
    expect(checks.map(({ id }) => id).filter((id) => !found.has(id))).toEqual(notArranged);
  });
});

describe('several faults', () => {
  test('are listed by severity, each with its evidence and its fix', async () => {
    doctorEnvironment.account.state.subscriptions = [];
    doctorEnvironment.account.state.sesAccount['ProductionAccessEnabled'] = false;
    doctorEnvironment.account.state.ruleSet = undefined;

    const { exitCode, out } = await doctorEnvironment.checkAccount();

    const steps = [...out.matchAll(/^(\d)\. (\w+) (\S+): .*\n   Seen:  .+\n   Do:    .+/gm)];
    expect(exitCode).toBe(1);
    expect(steps.map(([, ...step]) => step)).toEqual([
      ['1', 'FAIL', 'ses.sandbox'],
      ['2', 'FAIL', 'mail.rule-set'],
      ['3', 'WARN', 'alarms.receiver'],
    ]);
    expect(out).toMatch(/\d+ ok, 1 warn, 2 fail, 4 skipped\n$/);
  });

  test('events that go to the topic of an earlier deployment are a finding of each domain', async () => {
    const topic = doctorEnvironment.account.state.stacks['CarrierNest-local-Mail']?.resources[0];
    Object.assign(topic ?? {}, { physicalId: 'arn:aws:sns:us-east-1:000000000000:rebuilt' });

    const report = await doctorEnvironment.getAccountReport();

    const { transactional, marketing } = doctorEnvironment.service.metadata.domains;
    expect(problemsOf(report)).toMatchObject([{ id: 'domains.events', outcome: 'fail' }]);
    expect(
      problemsOf(report)[0]
        ?.findings.map(({ subject }) => subject)
        .toSorted(),
    ).toEqual([transactional, marketing].toSorted());
  });

  test('a name that AWS returns is printed without control characters', async () => {
    doctorEnvironment.account.state.ruleSet = { name: 'their\u001b[2Js', rules: [] };

    const { out } = await doctorEnvironment.checkAccount();

    expect(out).toContain('their?[2Js');
    expect(out).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe('the prerequisites of a deployment', () => {
  test('are checked before the first deployment, and the checks of the deployment itself are skipped', async () => {
    doctorEnvironment.account.state.stacks = {};
    doctorEnvironment.account.state.logRole = undefined;
    doctorEnvironment.account.state.bootstrapVersion = undefined;

    const report = await doctorEnvironment.getAccountReport();

    expect(idsOf(report, 'fail')).toEqual(['cdk.bootstrap', 'stacks.deployed']);
    expect(idsOf(report, 'warn')).toEqual([]);
    expect(report.checks.find(({ id }) => id === 'stacks.status')?.seen).toBe('needs stacks.deployed');
    expect(idsOf(report, 'ok')).toEqual(
      expect.arrayContaining(['ses.sandbox', 'api.log-role', 'lambda.concurrency', 'reputation.bounces']),
    );
  });

  test('name the stage once if no stack is deployed', async () => {
    doctorEnvironment.account.state.stacks = {};

    const report = await doctorEnvironment.getAccountReport();

    expect(problemsOf(report)).toMatchObject([
      {
        id: 'stacks.deployed',
        findings: [
          {
            subject: 'the stage local',
            problem: 'the stage is not deployed',
            evidence: 'cloudformation:DescribeStacks in us-east-1: none of its stacks exists',
            fix: expect.stringMatching(/Then run npm run deploy\./),
          },
        ],
      },
    ]);
  });

  const theirs = { name: 'theirs', rules: [{ name: 'to-mailboxes', enabled: true }] };

  test.each<
    [string, AccountState['ruleSet'], { set?: string; after?: string }, Finding['outcome'] | undefined]
  >([
    ['none is active', undefined, {}, undefined],
    ['the active one is empty', { name: 'theirs', rules: [] }, {}, undefined],
    ['another application uses it', theirs, {}, 'warn'],
    ['the settings name it and its rule', theirs, { set: 'theirs', after: 'to-mailboxes' }, undefined],
    ['the settings name another one', theirs, { set: 'ours', after: 'to-mailboxes' }, 'fail'],
    ['the settings name a rule that it does not have', theirs, { set: 'theirs', after: 'last' }, 'fail'],
    ['the settings name one, but none is active', undefined, { set: 'ours', after: 'last' }, 'fail'],
  ])('include the active receipt rule set: %s', async (_what, ruleSet, { set, after }, outcome) => {
    doctorEnvironment.account.state.stacks = {};
    doctorEnvironment.account.state.ruleSet = ruleSet;

    const report = await doctorEnvironment.getAccountReport({
      settings: { receiptRuleSet: set, receiptRuleAfter: after },
    });

    const found = problemsOf(report).filter(({ id }) => id !== 'stacks.deployed');
    expect(found.map(({ id, outcome: worst }) => [id, worst])).toEqual(
      outcome ? [['mail.rule-set', outcome]] : [],
    );
    if (ruleSet && outcome)
      expect(found[0]?.findings[0]?.fix).toMatch(
        /^Set "receiptRuleSet": "theirs", "receiptRuleAfter": "to-mailboxes" \(.*\), and "receivingDomains" to/,
      );
  });

  const rule = (name: string, stopsFor?: string[]) => ({
    name,
    enabled: true,
    ...(stopsFor && { stopsProcessing: true, recipients: stopsFor }),
  });
  const moveTo = (name: string) =>
    expect.stringContaining(`"receiptRuleAfter": "${name}" (the last rule before any`);
  const addFirst = expect.stringMatching(
    /^To add a disabled rule at the start of theirs .*\n.*"receiptRuleAfter": "before-carrier-nest"/,
  );

  test.each<[what: string, stopsFor: (string[] | undefined)[], own: string[] | undefined, fix: unknown]>([
    ['a rule for all domains', [undefined, []], ['mail.acme.example'], moveTo('first')],
    [
      'a rule for any domain, if receivingDomains is not set',
      [undefined, ['b.example']],
      undefined,
      moveTo('first'),
    ],
    [
      'a rule for a domain of the service',
      [undefined, ['mail.acme.example']],
      ['mail.acme.example'],
      moveTo('first'),
    ],
    ['a rule for its subdomains', [undefined, ['.Acme.example']], ['mail.acme.example'], moveTo('first')],
    ['a rule for one of its subdomains', [undefined, ['a.acme.example']], ['.acme.example'], moveTo('first')],
    ['a rule for an address', [undefined, ['kim@mail.acme.example']], ['mail.acme.example'], moveTo('first')],
    ['the first rule', [[], undefined], ['mail.acme.example'], addFirst],
    ['the first rule for a domain of the service', [['a.example']], ['a.example'], addFirst],
    [
      'a rule for other domains',
      [undefined, ['acme.example', '.b.example', 'kim@b.example']],
      ['a.acme.example'],
      undefined,
    ],
    ['a rule for the parent domain', [['acme.example']], ['.acme.example'], undefined],
  ])('include the rules that stop mail before the service’s rule: %s', async (_what, stopsFor, own, fix) => {
    const names = ['first', 'second'];
    const rules = stopsFor.map((recipients, index) => rule(names[index] ?? '', recipients));
    doctorEnvironment.account.state.stacks = {};
    doctorEnvironment.account.state.ruleSet = { name: 'theirs', rules };

    const report = await doctorEnvironment.getAccountReport({
      settings: { receiptRuleSet: 'theirs', receiptRuleAfter: rules.at(-1)?.name, receivingDomains: own },
    });

    const found = problemsOf(report).filter(({ id }) => id !== 'stacks.deployed');
    expect(found).toEqual(
      fix ? [{ id: 'mail.rule-set', outcome: 'fail', findings: [expect.objectContaining({ fix })] }] : [],
    );
  });

  test('advise to add a disabled first rule, with which the check passes', async () => {
    doctorEnvironment.account.state.stacks = {};
    doctorEnvironment.account.state.ruleSet = { name: 'theirs', rules: [rule('first', [])] };
    const advice = await doctorEnvironment.getAccountReport();
    doctorEnvironment.account.state.ruleSet.rules.unshift({ name: 'before-carrier-nest', enabled: false });

    const report = await doctorEnvironment.getAccountReport({
      settings: { receiptRuleSet: 'theirs', receiptRuleAfter: 'before-carrier-nest' },
    });

    const found = problemsOf(advice).find(({ id }) => id === 'mail.rule-set');
    expect(found?.findings.map(({ fix }) => fix)).toEqual([
      "To add a disabled rule at the start of theirs for the service's rule to follow, run: " +
        'aws ses create-receipt-rule --rule-set-name theirs --rule Name=before-carrier-nest,Enabled=false --region us-east-1\n' +
        'Set "receiptRuleSet": "theirs", "receiptRuleAfter": "before-carrier-nest" (the last rule before any that stops ' +
        'mail of this service\'s domains), and "receivingDomains" to the domains whose mail this service should receive, then run ' +
        "npm run deploy, which adds the service's rule after that rule (docs/deploying.md#incoming-mail).",
    ]);
    expect(idsOf(report, 'ok')).toContain('mail.rule-set');
  });

  test('include no receipt rule in a Region where SES receives no mail', async () => {
    doctorEnvironment.account.state.ruleSet = undefined;

    const report = await doctorEnvironment.getAccountReport({
      settings: { inbound: false },
      args: ['--region', 'eu-north-1'],
    });

    expect(problemsOf(report)).toEqual([]);
    expect(idsOf(report, 'skipped').toSorted()).toEqual(
      [...notApplicable, 'mail.rule-set', 'mail.receiving-domains'].toSorted(),
    );
  });
});

describe('the stage', () => {
  const folderFile = (content: string): string => {
    const file = join(doctorEnvironment.folder, 'stage.json');
    writeFileSync(file, content);
    return file;
  };
  const runWith = (settings: string, ...args: string[]) =>
    runDoctor(['--resolver', doctorEnvironment.service.metadata.dns, ...args], {
      ...credentials,
      AWS_ENDPOINT_URL: doctorEnvironment.account.origin,
      CARRIER_NEST_SETTINGS: folderFile(settings),
    });

  test('is the one in the settings file', async () => {
    const { exitCode, out } = await runWith('{"stage":"local","executions":1000}');

    expect(exitCode).toBe(0);
    expect(out).toMatch(/^The stage local in us-east-1\n/);
  });

  test('on the command line overrides the settings, and its commands for the operator name it', async () => {
    const report = parseReport(await runWith('{"stage":"prod"}', '--stage', 'local', '--json'));

    expect(report.place.stage).toBe('local');
    expect(problemsOf(report).map(({ id }) => id)).toContain('local.settings');
  });

  test('is unknown with invalid settings, which the doctor reports', async () => {
    const result = await runWith('{"stge":"local"}', '--json');

    expect(result).toMatchObject({ exitCode: 1, err: '' });
    expect(problemsOf(parseReport(result))).toMatchObject([
      {
        id: 'local.settings',
        findings: [{ evidence: expect.stringContaining('stge: Unknown field; did you mean `stage`?') }],
      },
    ]);
  });
});

describe('the reader of the output', () => {
  test.each(['doctor', 'deploy', 'admin'])('of %s may close it early', async (program) => {
    const args = ['--import', 'tsx', 'packages/cli/src/main.ts', program, '--help'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();

    const err = text(child.stderr);
    const [exitCode] = await once(child, 'exit');

    expect({ exitCode, err: await err }).toEqual({ exitCode: 0, err: '' });
  });

  test('of the costs may close it after the first line, and sees no advice of the CDK', async () => {
    const command = `"${process.execPath}" --import tsx packages/cli/src/main.ts doctor --costs | head -1`;
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], {
      env: { ...process.env, PATH: `node_modules/.bin${delimiter}${process.env['PATH']}` },
    });

    expect(stdout).toMatch(/^USD a month .*\n$/);
    expect(stderr).toBe('');
  });
});

describe('credentials', () => {
  const noCredentials = {
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
    AWS_SESSION_TOKEN: undefined,
  };

  test('that are missing fail their check, and the checks that need credentials are skipped', async () => {
    const report = await doctorEnvironment.getAccountReport({ environment: noCredentials });

    expect(problemsOf(report)).toEqual([
      {
        id: 'account.credentials',
        outcome: 'fail',
        findings: [
          {
            outcome: 'fail',
            subject: 'the default profile or the role of this machine',
            problem: 'there are no credentials',
            evidence: 'sts:GetCallerIdentity: CredentialsProviderError',
            fix: 'Run aws configure sso, then export AWS_PROFILE=NAME AWS_REGION=REGION, with the name of the profile that the first command creates, so that all commands use them',
          },
        ],
      },
    ]);
    expect(idsOf(report, 'ok')).toEqual(['local.node', 'local.settings']);
    expect(doctorEnvironment.account.requestedOperations).toEqual([]);
  });

  test('of an unknown profile fail their check, and the finding names the profile', async () => {
    const report = await doctorEnvironment.getAccountReport({
      args: ['--profile', 'acme'],
      environment: noCredentials,
    });

    expect(problemsOf(report)).toMatchObject([
      {
        id: 'account.credentials',
        findings: [
          {
            subject: 'the profile acme',
            fix: expect.stringMatching(/aws sso login --profile acme, .* export AWS_PROFILE=acme$/),
          },
        ],
      },
    ]);
  });

  test('without a Region fail the Region check, but checks that need no Region run', async () => {
    const report = await doctorEnvironment.getAccountReport({ environment: { AWS_REGION: undefined } });

    expect(problemsOf(report).map(({ id }) => id)).toEqual(['account.region']);
    expect(idsOf(report, 'ok')).toEqual(
      expect.arrayContaining(['local.node', 'local.settings', 'account.credentials']),
    );
    expect(report.place).toEqual({ kind: 'deployed', stage: 'local', region: null, data_dir: null });
  });

  test('are never printed, even when AWS quotes the request', async () => {
    doctorEnvironment.account.state.refusal = {
      code: 'SignatureDoesNotMatch',
      message: `The string should have been x-amz-security-token:${secrets.token} ${secrets.key}`,
    };

    const refusedRuns = [
      await doctorEnvironment.checkAccount(),
      await doctorEnvironment.checkAccount({ args: ['--json'] }),
    ];
    doctorEnvironment.account.reset();
    const healthyRuns = [
      await doctorEnvironment.checkAccount(),
      await doctorEnvironment.checkAccount({ args: ['--json'] }),
      await doctorEnvironment.checkRuntime(),
    ];

    for (const { out, err } of [...refusedRuns, ...healthyRuns])
      for (const secret of [
        ...Object.values(secrets),
        doctorEnvironment.service.metadata.key,
        doctorEnvironment.service.metadata.aws.access_key_id,
      ])
        expect(out + err).not.toContain(secret);
  });
});

describe('an AWS service', () => {
  test.each([
    [
      ['ssm:GetParameter', 'ses:GET /v2/email/account'],
      ['ses.sending', 'ses.sandbox', 'ses.quota', 'ses.rate', 'ses.plan', 'cdk.bootstrap', 'domains.links'],
      [],
    ],
    [['sts:GetCallerIdentity'], ['account.credentials'], ['ses.sandbox', 'cdk.bootstrap', 'stacks.deployed']],
    [
      ['cloudformation:DescribeStacks'],
      ['stacks.deployed'],
      ['stacks.status', 'queues.dead-letters', 'dns.dkim'],
    ],
  ])(
    'that does not respond to %j within five seconds causes a warning, not a failure',
    async (operations, warn, skipped) => {
      doctorEnvironment.account.state.unresponsiveOperations = operations;

      const startedAt = performance.now();
      const result = await doctorEnvironment.checkAccount({ args: ['--json'] });

      const report = parseReport(result);
      const [{ evidence } = { evidence: '' }] = problemsOf(report)[0]?.findings ?? [];
      expect(result.exitCode).toBe(0);
      expect({ warn: idsOf(report, 'warn'), fail: idsOf(report, 'fail') }).toEqual({ warn, fail: [] });
      expect(idsOf(report, 'skipped')).toEqual(expect.arrayContaining(skipped));
      expect(evidence).toMatch(/: no response in 5 s$/);
      expect(performance.now() - startedAt).toBeGreaterThan(5_000);
    },
  );

  test('that refuses connections causes a warning, not a failure', async () => {
    const environment = { AWS_ENDPOINT_URL_SNS: 'http://127.0.0.1:1' };
    const report = await doctorEnvironment.getAccountReport({ environment });

    expect(problemsOf(report)).toMatchObject([
      {
        id: 'alarms.receiver',
        outcome: 'warn',
        findings: [{ evidence: 'sns:ListSubscriptionsByTopic in us-east-1: ECONNREFUSED' }],
      },
    ]);
  });

  test('that denies access causes a warning that names the permission', async () => {
    doctorEnvironment.account.state.deniedOperations = ['monitoring:DescribeAlarms'];

    const report = await doctorEnvironment.getAccountReport();

    expect(problemsOf(report)).toMatchObject([
      {
        id: 'alarms.ringing',
        outcome: 'warn',
        findings: [{ problem: 'you lack the permission cloudwatch:DescribeAlarms' }],
      },
    ]);
  });
});

describe('the JSON report', () => {
  test('has the shape that docs/doctor.md shows', async () => {
    doctorEnvironment.account.state.bootstrapVersion = undefined;

    const report = await doctorEnvironment.getAccountReport();

    expect(report).toEqual({
      version: 1,
      place: { kind: 'deployed', stage: 'local', region: 'us-east-1', data_dir: null },
      outcome: 'fail',
      counts: { ok: checks.length - 5, warn: 0, fail: 1, skipped: 4 },
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
      title: 'the account and Region are bootstrapped for the CDK',
      outcome: 'fail',
      seen: 'not bootstrapped',
      evidence: ['ssm:GetParameter /cdk-bootstrap/hnb659fds/version in us-east-1: ParameterNotFound'],
      findings: [
        {
          outcome: 'fail',
          subject: 'the account in us-east-1',
          problem: 'npm run deploy fails: not bootstrapped',
          evidence: 'ssm:GetParameter /cdk-bootstrap/hnb659fds/version in us-east-1: ParameterNotFound',
          fix: 'npx cdk bootstrap aws://000000000000/us-east-1',
        },
      ],
    });
  });
});

describe('the local runtime', () => {
  test('has no findings when healthy, and the account checks are skipped', async () => {
    const result = await doctorEnvironment.checkRuntime('--json');

    const report = parseReport(result);
    expect({ exitCode: result.exitCode, err: result.err }).toEqual({ exitCode: 0, err: '' });
    expect(problemsOf(report)).toEqual([]);
    expect(idsOf(report, 'ok')).toEqual([
      ...['local.node', 'local.runtime', 'ses.sending', 'ses.sandbox', 'ses.quota', 'api.answers'],
      ...[
        'queues.dead-letters',
        'domains.listed',
        'domains.tracking',
        'dns.resolver',
        'domains.status',
        'dns.dkim',
      ],
      ...['dns.ownership', 'dns.mail-from', 'dns.spf', 'dns.dmarc', 'dns.inbound-mx', 'dns.tracking'],
    ]);
    expect(report.place).toEqual({
      kind: 'local',
      stage: 'local',
      region: 'us-east-1',
      data_dir: doctorEnvironment.service.dataDir,
    });
  });

  test('with a dead letter and a domain without DMARC has a finding for each problem', async () => {
    const { service } = doctorEnvironment;
    const { metadata } = service;
    const domain = await findDomain(service, metadata.workspace.id, metadata.domains.marketing);
    const { QueueUrls } = (await callSqs(metadata, 'ListQueues', {})) as { QueueUrls: string[] };
    const QueueUrl = QueueUrls.find((url) => url.includes('Data-DeadLetters'));
    await callSqs(metadata, 'SendMessage', { QueueUrl, MessageBody: 'lost' });
    const dmarc = domain.records.filter(({ kind }) => kind === 'dmarc');
    await publishRecords(service, { records: dmarc }, { TXT: [] });

    const report = parseReport(await doctorEnvironment.checkRuntime('--json'));

    await callSqs(metadata, 'PurgeQueue', { QueueUrl });
    await publishRecords(service, domain);
    expect(problemsOf(report)).toMatchObject([
      { id: 'queues.dead-letters', findings: [{ subject: 'Data/DeadLetters' }] },
      { id: 'dns.dmarc', findings: [{ subject: domain.domain }] },
    ]);
  });

  test('accepts the DMARC policy of a parent domain', async () => {
    const { service } = doctorEnvironment;
    const { metadata } = service;
    const domain = await findDomain(service, metadata.workspace.id, metadata.domains.marketing);
    const records = domain.records.filter(({ kind }) => kind === 'dmarc');
    const parent = `_dmarc.${metadata.domains.marketing.split('.').slice(1).join('.')}`;
    await publishRecords(service, { records }, { TXT: [] });
    await service.control('PUT', `/dns/${parent}`, { TXT: ['v=DMARC1; p=reject'] });

    const report = parseReport(await doctorEnvironment.checkRuntime('--json'));

    await service.control('DELETE', `/dns/${parent}`);
    await publishRecords(service, domain);
    expect(idsOf(report, 'ok')).toContain('dns.dmarc');
  });

  test('on a Node version that package.json does not accept fails the version check', async () => {
    const script = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'21.0.0'}})";

    const result = await runDoctor([`--local=${doctorEnvironment.service.dataDir}`, '--json'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    });

    expect(result.exitCode).toBe(1);
    expect(problemsOf(parseReport(result))).toMatchObject([
      {
        id: 'local.node',
        findings: [
          {
            evidence: `process.versions.node is 21.0.0, engines in package.json is ${engines.node}`,
            fix: 'https://nodejs.org/en/download',
          },
        ],
      },
    ]);
  });

  test('that is not running fails its check, and the fix is the command that starts the runtime', async () => {
    const missing = join(doctorEnvironment.folder, 'none');

    const result = await runDoctor([`--local=${missing}`, '--json']);

    expect(result.exitCode).toBe(1);
    expect(problemsOf(parseReport(result))).toMatchObject([
      {
        id: 'local.runtime',
        findings: [
          {
            evidence: `There is no ${missing}/runtime.json. Start the runtime with npm start, or give its data folder with --local=DIR`,
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
    [['prod'], 'Too many arguments'],
    [['--stage', 'Prod'], '--stage: must be up to 20 lowercase letters, digits and hyphens'],
    [['--stage'], '--stage: needs a value'],
    [['--resolver', 'dns.example'], '--resolver: must be an IP address such as 1.1.1.1 or 127.0.0.1:53'],
    [['--json=yes'], "Unknown option '--json=yes'"],
  ])(
    '%j exits with 2, prints the reason and the usage, and sends no request',
    async (args, expectedError) => {
      const result = await runAgainstAccount(args);

      expect(result).toMatchObject({ exitCode: 2, out: '' });
      expect(result.err).toContain(expectedError);
      expect(result.err).toContain('Usage: carrier-nest doctor [options]');
      expect(doctorEnvironment.account.requestedOperations).toEqual([]);
    },
  );

  const runAgainstAccount = (args: string[]) =>
    runDoctor(args, { ...credentials, AWS_ENDPOINT_URL: doctorEnvironment.account.origin });

  test('--help explains every option', async () => {
    const { exitCode, out, err } = await runDoctor(['--help', '--local']);

    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    for (const name of ['stage', 'region', 'profile', 'local', 'resolver', 'json', 'help'])
      expect(out).toMatch(new RegExp(`^  --${name}\\b`, 'm'));
  });
});

describe('docs/doctor.md', () => {
  const page = readFileSync('docs/doctor.md', 'utf8');

  test('explains every check, in order', () => {
    const explainedIds = [...page.matchAll(/^\| `(\w+\.[\w-]+)` +\|/gm)].map(([, id]) => id);

    expect(explainedIds).toEqual(checks.map(({ id }) => id));
  });

  test('names exactly the permissions that the checks use', () => {
    const sources = readdirSync('packages/cli/src/doctor').map((name) =>
      readFileSync(`packages/cli/src/doctor/${name}`, 'utf8'),
    );
    // The doctor calls the API and the control API of the local runtime without AWS permissions.
    const actions = /\b(?!api:|control:)[a-z][a-z0-9]+:[A-Z]\w+/g;
    const usedActions = new Set(sources.flatMap((source) => source.match(actions) ?? []));
    // The doctor lists queues only on the local runtime, only prints AssumeRole in a command, and GetCallerIdentity needs
    // no permission.
    for (const action of ['sqs:ListQueues', 'sts:AssumeRole', 'sts:GetCallerIdentity'])
      usedActions.delete(action);

    const [, policy = ''] = /```\n(\{\n {2}"Version"[^`]*)```/.exec(page) ?? [];
    const { Statement } = JSON.parse(policy) as { Statement: { Action: string | string[] }[] };
    expect(Statement.flatMap(({ Action }) => Action).toSorted()).toEqual([...usedActions].toSorted());
  });
});
