import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minuteMs } from '../../../shared/core/time';
import { keys } from '../../../shared/db/keys';
import { aDomain, aWorkspace } from '../../support/factories';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';

const service = useService({ checksDomains: true });

afterEach(() => service.control('DELETE', '/faults'));

/** The only domain of a workspace, which is verified. */
interface TrackedDomain {
  workspace: { id: string; key: string };
  id: string;
  hostname: string;
  cnameTarget: string;
}

async function aTrackedDomain({ tracking = true } = {}): Promise<TrackedDomain> {
  const workspace = await aWorkspace(service);
  const { id } = await aDomain(service, workspace.id, { tracking });
  const { dns_records } = (await service.api('GET', `/v1/domains/${id}`, { key: workspace.key })).body;
  const { name, value } = dns_records.find(({ kind }: { kind: string }) => kind === 'click_tracking');
  return { workspace, id, hostname: name, cnameTarget: value };
}

const publishCname = ({ hostname, cnameTarget }: TrackedDomain) =>
  service.control('PUT', `/dns/${hostname}`, { CNAME: [cnameTarget] });

const removeCname = ({ hostname }: TrackedDomain) => service.control('PUT', `/dns/${hostname}`, { A: [] });

const verifyDomain = ({ id, workspace: { key } }: TrackedDomain) =>
  service.api('POST', `/v1/domains/${id}/verify`, { key });

interface ConfigurationSet {
  name: string;
  options: { TrackingOptions?: { CustomRedirectDomain?: string }; VdmOptions?: object };
  destinations: {
    Name: string;
    Enabled: boolean;
    MatchingEventTypes: string[];
    SnsDestination: { TopicArn: string };
  }[];
}

/** Returns the domain's configuration set in SES. */
function configurationSet({ workspace }: TrackedDomain): ConfigurationSet {
  const journal = readFileSync(join(service.dataDir, 'mail/sets/configuration-sets.jsonl'), 'utf8');
  const sets = new Map(
    journal
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as [string, ConfigurationSet | undefined]),
  );
  const domainWithCname = [...sets.values()].find((set) => set?.name.startsWith(workspace.id));
  if (!domainWithCname) throw new Error('The domain has no configuration set');
  return domainWithCname;
}

/** Returns the tracking status in the API and the events that SES publishes. */
async function trackingState(domain: TrackedDomain) {
  const { id, workspace } = domain;
  const { body } = await service.api('GET', `/v1/domains/${id}`, { key: workspace.key });
  const destinations = configurationSet(domain).destinations.map(({ Name }) => Name);
  return { status: body.click_tracking.status, destinations };
}

const active = { status: 'active', destinations: ['events', 'engagement'] };
const inactive = { status: 'pending', destinations: ['events'] };

const injectFault = (operation: string, fault: Record<string, unknown>) =>
  service.control('POST', '/faults', { service: 'sesv2', operation, ...fault });

// EV-12
test('SES publishes opens and clicks, and rewrites links, only while tracking is active', async () => {
  const domain = await aTrackedDomain({ tracking: false });
  const before = await trackingState(domain);

  await publishCname(domain);
  await verifyDomain(domain);
  const [stateAfterStart, set] = [await trackingState(domain), configurationSet(domain)];
  await verifyDomain(domain);
  const stateAfterRecheck = await trackingState(domain);
  await removeCname(domain);
  await verifyDomain(domain);
  const stateAfterStop = await trackingState(domain);
  await publishCname(domain);
  await verifyDomain(domain);

  expect([before, stateAfterStart, stateAfterRecheck, stateAfterStop]).toEqual([
    inactive,
    active,
    active,
    inactive,
  ]);
  expect(await trackingState(domain)).toEqual(active);
  expect(set.options.TrackingOptions).toEqual({
    CustomRedirectDomain: domain.hostname,
    HttpsPolicy: 'REQUIRE',
  });
  expect(set.destinations).toMatchObject([
    { Name: 'events', Enabled: true, MatchingEventTypes: expect.not.arrayContaining(['OPEN', 'CLICK']) },
    { Name: 'engagement', Enabled: true, MatchingEventTypes: ['OPEN', 'CLICK'] },
  ]);
});

test.each(['PutConfigurationSetTrackingOptions', 'CreateConfigurationSetEventDestination'])(
  'if SES rejects %s, the next check retries it',
  async (operation) => {
    const domain = await aTrackedDomain({ tracking: false });
    await publishCname(domain);
    await injectFault(operation, { error: 'BadRequestException', times: 1 });

    const { status } = await verifyDomain(domain);
    const stateAfterRefusal = await trackingState(domain);
    await verifyDomain(domain);

    expect(status).toBe(200);
    expect(stateAfterRefusal).toEqual(inactive);
    expect(await trackingState(domain)).toEqual(active);
  },
);

test('if SES fails to stop tracking, the next check retries, and tracking is not active until then', async () => {
  const domain = await aTrackedDomain();
  await removeCname(domain);
  await injectFault('DeleteConfigurationSetEventDestination', { error: 'BadRequestException', times: 1 });

  const { status } = await verifyDomain(domain);
  const stateAfterRefusal = await trackingState(domain);
  await verifyDomain(domain);

  expect(status).toBe(200);
  expect(stateAfterRefusal).toEqual({ ...active, status: 'pending' });
  expect(await trackingState(domain)).toEqual(inactive);
});

test.each([
  { operation: 'CreateConfigurationSetEventDestination', isTracked: false, expected: active },
  { operation: 'DeleteConfigurationSetEventDestination', isTracked: true, expected: inactive },
])(
  'a check that crashes after $operation is completed by the next check',
  async ({ operation, isTracked, expected }) => {
    const domain = await aTrackedDomain({ tracking: isTracked });
    await (isTracked ? removeCname(domain) : publishCname(domain));
    await injectFault(operation, { crash: 'after', times: 1 });

    const { status } = await verifyDomain(domain);
    await verifyDomain(domain);

    expect(status).toBeGreaterThanOrEqual(500);
    expect(await trackingState(domain)).toEqual(expected);
  },
);

test.each(['SERVFAIL', 'TIMEOUT'])('a DNS response of %s does not change tracking', async (error) => {
  const domain = await aTrackedDomain();
  await service.control('PUT', `/dns/${domain.hostname}`, { error });

  await verifyDomain(domain);

  expect(await trackingState(domain)).toEqual(active);
});

test('without a verification result from SES, tracking is neither started nor stopped', async () => {
  const [domainWithoutCname, domainWithCname] = [
    await aTrackedDomain(),
    await aTrackedDomain({ tracking: false }),
  ];
  await removeCname(domainWithoutCname);
  await publishCname(domainWithCname);
  await injectFault('GetEmailIdentity', { error: 'BadRequestException' });

  await verifyDomain(domainWithoutCname);
  await verifyDomain(domainWithCname);

  expect([await trackingState(domainWithoutCname), await trackingState(domainWithCname)]).toEqual([
    active,
    inactive,
  ]);
});

test('the background monitor also starts and stops tracking', async () => {
  const [domainWithoutCname, domainWithCname] = [
    await aTrackedDomain(),
    await aTrackedDomain({ tracking: false }),
  ];
  await removeCname(domainWithoutCname);
  await publishCname(domainWithCname);

  await service.advance(11 * minuteMs);

  expect([await trackingState(domainWithoutCname), await trackingState(domainWithCname)]).toEqual([
    inactive,
    active,
  ]);
});

test('a configuration set disables the engagement metrics of Virtual Deliverability Manager', async () => {
  const domain = await aTrackedDomain();

  expect(configurationSet(domain).options.VdmOptions).toEqual({
    DashboardOptions: { EngagementMetrics: 'DISABLED' },
  });
});

describe('a domain that outlived its deployment', () => {
  /** Makes the record look as if an earlier deployment, with another events topic, had created the domain. */
  const moveToEarlierDeployment = async ({ workspace, id }: TrackedDomain) => {
    const { body } = await service.api('GET', `/v1/domains/${id}`, { key: workspace.key });
    const eventsTopicArn = 'arn:aws:sns:us-east-1:123456789012:deleted';
    await ServiceTable.with(service, (table) =>
      table.update(keys.domain(workspace.id, body.domain), { eventsTopicArn }),
    );
  };

  const updates = async (since: string) =>
    (await service.calls(since)).filter(
      ({ operation }: { operation: string }) => operation === 'UpdateConfigurationSetEventDestination',
    ).length;

  test('the next check makes its event destinations publish to the topic of this deployment', async () => {
    const domain = await aTrackedDomain();
    await moveToEarlierDeployment(domain);
    const before = await service.now();

    await verifyDomain(domain);
    const afterFirstCheck = await updates(before);
    await verifyDomain(domain);

    expect([afterFirstCheck, await updates(before)]).toEqual([2, 2]);
  });

  test('if SES rejects the update, the next check retries it', async () => {
    const domain = await aTrackedDomain({ tracking: false });
    await moveToEarlierDeployment(domain);
    await injectFault('UpdateConfigurationSetEventDestination', { error: 'BadRequestException', times: 1 });
    const before = await service.now();

    const { status } = await verifyDomain(domain);
    await verifyDomain(domain);
    await verifyDomain(domain);

    expect(status).toBe(200);
    expect(await updates(before)).toBe(2);
  });
});
