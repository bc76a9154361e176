import { join } from 'node:path';
import { Cognito } from '../aws/cognito/cognito';
import { Pool as UserPool } from '../aws/cognito/user-pool';
import { SignIn } from '../aws/cognito/sign-in';
import { DynamoDb } from '../aws/dynamodb/dynamodb';
import { CallLog } from '../aws/front/call-log';
import { Faults } from '../aws/front/faults';
import { startAwsServer } from '../aws/front/aws-server';
import { Authorizer } from '../aws/iam/authorizer';
import { Iam } from '../aws/iam/iam';
import { Kms } from '../aws/kms/kms';
import { LambdaApi } from '../aws/lambda/lambda-api';
import { S3 } from '../aws/s3/s3';
import { SchedulerStandIn } from '../aws/scheduler/scheduler-stand-in';
import { Ssm } from '../aws/ssm/ssm';
import type { StandIn } from '../aws/stand-in';
import { SnsStandIn } from '../aws/sns/sns-stand-in';
import { AuthorizedQueueSender } from '../aws/sqs/queue-sender';
import { SqsStandIn } from '../aws/sqs/sqs-stand-in';
import { Activity } from '../clock/activity';
import type { Clock } from '../clock/clock';
import { ingressAccessKey } from '../gateway/ingress';
import { AsyncInvocations } from '../lambda/async-invocations';
import { Pollers } from '../lambda/pollers';
import { FunctionPool } from '../lambda/function-pool';
import type { FunctionRunner } from '../lambda/runner';
import { MailProvider } from '../mail/mail-provider';
import { CertificateAuthority } from '../network/certificate-authority';
import { DnsServer } from '../network/dns-server';
import { Hosts, routedAddresses } from '../network/hosts';
import { linkServers, startLinkServers } from '../network/link-servers';
import { vouchingResolver } from '../network/vouching-resolver';
import { Zone } from '../network/zone';
import { zoneResolver } from '../network/zone-resolver';
import type { EventSourceMapping } from '../template/deployment';
import { trackingTarget } from '../template/settings.json';
import { accountId, region, type BootstrapContext } from './bootstrap';

/** The local limit of concurrent invocations per queue. AWS may allow more. */
const concurrencyMax = 20;

const capConcurrency = (mapping: EventSourceMapping): EventSourceMapping => ({
  ...mapping,
  concurrencyMax: mapping.concurrencyMax && Math.min(mapping.concurrencyMax, concurrencyMax),
});

/** Creates the stand-ins and the function pool, and connects them. */
export async function buildServices(context: BootstrapContext) {
  const { deployment, clock } = context;
  const network = await buildNetwork(context);
  const protectedResources = [...deployment.keys, ...deployment.queues, ...deployment.topics];
  const iam = new Iam(deployment.roles, protectedResources);
  const authorizer = new Authorizer(iam, (line) => process.stderr.write(`${line}\n`));
  const storage = buildStorage(context, network.zone, authorizer);
  const mappings = deployment.mappings.map(capConcurrency);
  const pool = new FunctionPool({
    functions: deployment.functions,
    clock,
    region,
    awsEndpoint: () => context.awsEndpoint,
    ...network.forFunctions,
    onLog: createLogHandler(context),
    mappings,
  });
  const eventSources = buildEventSources(context, storage, pool, mappings);
  const standIns = [...storage.standIns, ...eventSources.standIns];
  const [faults, calls] = [new Faults(standIns), new CallLog()];
  const awsServer = await startAwsServer({
    port: context.awsServerPort,
    standIns,
    runner: pool,
    iam,
    trustedKeys: trustedKeys(context),
    faults,
    calls,
    clock,
  });
  return {
    ...network,
    ...storage,
    signIn: createSignIn(storage.pools, clock),
    pool,
    faults,
    calls,
    activity: createActivity(context, storage.sqs, pool, eventSources),
    resume: async () => {
      await storage.mail.resume();
      eventSources.start();
    },
    stop: async () => {
      eventSources.stop();
      await Promise.all([pool.stop(), awsServer.stop(), network.stopServers(), storage.mail.smtp.close()]);
      for (const closable of [...storage.closables, network.zone, network.hosts]) closable.close();
    },
  };
}

/** Creates the sign-in for the only user pool of the stacks. */
function createSignIn(pools: readonly UserPool[], clock: Clock): SignIn {
  const [pool] = pools;
  if (!pool) throw new Error('The template has no user pool');
  return new SignIn(pool, clock);
}

const trustedKeys = ({ deployment, operatorKey }: BootstrapContext): Map<string, string | null> =>
  new Map([
    [ingressAccessKey, deployment.ingress.roleArn],
    [operatorKey, null],
  ]);

async function buildNetwork({ options: { dataDir } }: BootstrapContext) {
  const hosts = new Hosts(join(dataDir, 'hosts.jsonl'));
  const zone = new Zone(join(dataDir, 'zone.jsonl'), hosts);
  const dns = new DnsServer(zone);
  const [authority] = await Promise.all([CertificateAuthority.open(join(dataDir, 'tls')), dns.start()]);
  const stopLinkServers = await startLinkServers(linkServers(region, trackingTarget), authority, hosts);
  return {
    hosts,
    zone,
    dns,
    forFunctions: {
      dnsPort: () => dns.port,
      hosts: routedAddresses(hosts, zone),
      authority: authority.certificate,
    },
    stopServers: async () => {
      stopLinkServers();
      await dns.stop();
    },
  };
}

function buildStorage(
  { deployment, clock, engine, options: { dataDir } }: BootstrapContext,
  zone: Zone,
  authorizer: Authorizer,
) {
  const settings = { autoDelivery: true };
  const resolver = zoneResolver(zone);
  const sqs = new SqsStandIn(deployment.queues, clock, join(dataDir, 'sqs'));
  const queues = new AuthorizedQueueSender(sqs, authorizer);
  const sns = new SnsStandIn({ ...deployment, queues, authorizer, clock });
  const s3 = new S3({ clock, dataDir: join(dataDir, 's3'), buckets: deployment.buckets });
  const mail = new MailProvider({
    ...deployment,
    clock,
    dataDir: join(dataDir, 'mail'),
    publish: (sourceArn, topicArn, message) =>
      sns.publish({ service: 'ses.amazonaws.com', sourceArn }, topicArn, message),
    putObject: (bucket, key, body) => s3.put(bucket, key, body),
    resolver,
    smtpResolver: vouchingResolver(resolver, zone),
    autoDelivery: () => settings.autoDelivery,
  });
  const dynamodb = new DynamoDb({ endpoint: engine.endpoint, tables: deployment.tables, region, accountId });
  const kms = new Kms({ keys: deployment.keys, dataDir: join(dataDir, 'kms') });
  const ssm = new Ssm({ region, accountId, clock, file: join(dataDir, 'ssm/parameters.jsonl') });
  const pools = deployment.userPools.map((spec) => new UserPool(spec, join(dataDir, 'user-pools')));
  const cognito = new Cognito({ pools, clock });
  const standIns: StandIn[] = [dynamodb, sqs, sns, s3, mail.ses, kms, ssm, cognito];
  return {
    settings,
    authorizer,
    sqs,
    queues,
    sns,
    s3,
    mail,
    pools,
    standIns,
    closables: [sqs, s3, mail, ssm, ...pools],
  };
}

/** The sources that invoke functions without a request: queues, schedules and asynchronous events. */
function buildEventSources(
  { deployment, clock, options: { dataDir } }: BootstrapContext,
  { sqs, queues, authorizer }: ReturnType<typeof buildStorage>,
  pool: FunctionPool,
  mappings: EventSourceMapping[],
) {
  const pollers = new Pollers(mappings, sqs, pool);
  const events = new AsyncInvocations(join(dataDir, 'async-invocations.jsonl'), clock, pool);
  const scheduler = new SchedulerStandIn({
    ...deployment,
    groups: deployment.scheduleGroups,
    clock,
    dataDir: join(dataDir, 'scheduler'),
    runner: asyncRunner(events),
    queues,
    authorizer,
  });
  const lambda = new LambdaApi({ functions: deployment.functions, runner: pool, events });
  return {
    pollers,
    events,
    scheduler,
    standIns: [scheduler, lambda] satisfies StandIn[],
    start: () => {
      pollers.start();
      events.start();
    },
    stop: () => {
      pollers.stop();
      events.stop();
      scheduler.close();
    },
  };
}

/**
 * A runner that invokes functions asynchronously, as Scheduler does. Accepted events are on disk, and failed events are
 * retried.
 */
const asyncRunner = (events: AsyncInvocations): Pick<FunctionRunner, 'invoke'> => ({
  invoke: (functionName, payload) => {
    events.accept(functionName, payload);
    return Promise.resolve({ kind: 'response', requestId: '', payload: '' });
  },
});

/**
 * Counts the active work. Messages in queues without a poller are not counted, because no function will receive them.
 */
function createActivity(
  { deployment }: BootstrapContext,
  sqs: SqsStandIn,
  pool: FunctionPool,
  { pollers, events, scheduler }: ReturnType<typeof buildEventSources>,
): Activity {
  const polledQueueArns = deployment.mappings.map(({ queueArn }) => queueArn);
  return new Activity(() => {
    const { byQueue, delayed, inFlight } = sqs.counts();
    const visible = polledQueueArns.reduce((sum, arn) => sum + (byQueue[arn]?.visible ?? 0), 0);
    return {
      active:
        pool.runningCount() +
        pollers.activeCount() +
        events.runningCount() +
        scheduler.runningCount() +
        visible,
      delayed: delayed + inFlight + events.waitingCount() + scheduler.waitingCount(),
      started: pool.startedCount() - scheduler.recurringFiredCount(),
    };
  });
}

/** Matches warnings, errors, thrown exceptions and failed instances in function logs. */
const problemLine = /"level":"(WARN|ERROR)"|^(Invoke Error|Runtime\.|Sandbox\.)/;

const createLogHandler =
  ({ options: { quiet } }: BootstrapContext) =>
  (functionName: string, line: string): void => {
    if (!quiet && problemLine.test(line)) process.stderr.write(`${functionName}: ${line}\n`);
  };
