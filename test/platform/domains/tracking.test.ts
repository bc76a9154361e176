import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minuteMs } from '../../../shared/core/time';
import { aDomain, aWorkspace } from '../../support/factories';
import { theService } from '../../support/the-service';

const service = theService({ checksDomains: true });

afterEach(() => service.control('DELETE', '/faults'));

/** The only domain of a workspace, verified. */
interface Tracked {
  workspace: { id: string; key: string };
  id: string;
  hostname: string;
  leadsTo: string;
}

async function aTrackedDomain({ tracking = true } = {}): Promise<Tracked> {
  const workspace = await aWorkspace(service);
  const { id } = await aDomain(service, workspace.id, { tracking });
  const { dns_records } = (await service.api('GET', `/v1/domains/${id}`, { key: workspace.key })).body;
  const { name, value } = dns_records.find(({ kind }: { kind: string }) => kind === 'click_tracking');
  return { workspace, id, hostname: name, leadsTo: value };
}

const publish = ({ hostname, leadsTo }: Tracked) =>
  service.control('PUT', `/dns/${hostname}`, { CNAME: [leadsTo] });

const unpublish = ({ hostname }: Tracked) => service.control('PUT', `/dns/${hostname}`, { A: [] });

const check = ({ id, workspace: { key } }: Tracked) =>
  service.api('POST', `/v1/domains/${id}/verify`, { key });

interface ConfigurationSet {
  name: string;
  options: { TrackingOptions?: { CustomRedirectDomain?: string } };
  destinations: { Name: string; Enabled: boolean; MatchingEventTypes: string[] }[];
}

/** The domain's configuration set as the provider has it. */
function configurationSet({ workspace }: Tracked): ConfigurationSet {
  const journal = readFileSync(join(service.dataDir, 'mail/sets/configuration-sets.jsonl'), 'utf8');
  const sets = new Map(
    journal
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as [string, ConfigurationSet | undefined]),
  );
  const found = [...sets.values()].find((set) => set?.name.startsWith(workspace.id));
  if (!found) throw new Error('The domain has no configuration set');
  return found;
}

/** What the service says of the tracking, and what the provider publishes. */
async function standing(domain: Tracked) {
  const { id, workspace } = domain;
  const { body } = await service.api('GET', `/v1/domains/${id}`, { key: workspace.key });
  const destinations = configurationSet(domain).destinations.map(({ Name }) => Name);
  return { status: body.click_tracking.status, destinations };
}

const active = { status: 'active', destinations: ['events', 'engagement'] };
const inactive = { status: 'pending', destinations: ['events'] };

const order = (operation: string, fault: Record<string, unknown>) =>
  service.control('POST', '/faults', { service: 'sesv2', operation, ...fault });

test('the provider publishes opens and clicks, and rewrites links, exactly while tracking is active', async () => {
  const domain = await aTrackedDomain({ tracking: false });
  const before = await standing(domain);

  await publish(domain);
  await check(domain);
  const [started, set] = [await standing(domain), configurationSet(domain)];
  await check(domain);
  const checkedAgain = await standing(domain);
  await unpublish(domain);
  await check(domain);
  const stopped = await standing(domain);
  await publish(domain);
  await check(domain);

  expect([before, started, checkedAgain, stopped]).toEqual([inactive, active, active, inactive]);
  expect(await standing(domain)).toEqual(active);
  expect(set.options.TrackingOptions).toEqual({ CustomRedirectDomain: domain.hostname });
  expect(set.destinations).toMatchObject([
    { Name: 'events', Enabled: true, MatchingEventTypes: expect.not.arrayContaining(['OPEN', 'CLICK']) },
    { Name: 'engagement', Enabled: true, MatchingEventTypes: ['OPEN', 'CLICK'] },
  ]);
});

test.each(['PutConfigurationSetTrackingOptions', 'CreateConfigurationSetEventDestination'])(
  'a provider that refuses %s is asked again by the next check',
  async (operation) => {
    const domain = await aTrackedDomain({ tracking: false });
    await publish(domain);
    await order(operation, { error: 'BadRequestException', times: 1 });

    const { status } = await check(domain);
    const refused = await standing(domain);
    await check(domain);

    expect(status).toBe(200);
    expect(refused).toEqual(inactive);
    expect(await standing(domain)).toEqual(active);
  },
);

test('a provider that does not stop it is asked again by the next check; until then nothing that it reports counts', async () => {
  const domain = await aTrackedDomain();
  await unpublish(domain);
  await order('DeleteConfigurationSetEventDestination', { error: 'BadRequestException', times: 1 });

  const { status } = await check(domain);
  const refused = await standing(domain);
  await check(domain);

  expect(status).toBe(200);
  expect(refused).toEqual({ ...active, status: 'pending' });
  expect(await standing(domain)).toEqual(inactive);
});

test.each([
  { operation: 'CreateConfigurationSetEventDestination', from: false, then: active },
  { operation: 'DeleteConfigurationSetEventDestination', from: true, then: inactive },
])('a check that dies after $operation is made good by the next one', async ({ operation, from, then }) => {
  const domain = await aTrackedDomain({ tracking: from });
  await (from ? unpublish(domain) : publish(domain));
  await order(operation, { crash: 'after', times: 1 });

  const { status } = await check(domain);
  await check(domain);

  expect(status).toBeGreaterThanOrEqual(500);
  expect(await standing(domain)).toEqual(then);
});

test.each(['SERVFAIL', 'TIMEOUT'])('DNS that answers %s changes nothing', async (error) => {
  const domain = await aTrackedDomain();
  await service.control('PUT', `/dns/${domain.hostname}`, { error });

  await check(domain);

  expect(await standing(domain)).toEqual(active);
});

test('a provider that gives no verdict is not asked to start or to stop', async () => {
  const [gone, found] = [await aTrackedDomain(), await aTrackedDomain({ tracking: false })];
  await unpublish(gone);
  await publish(found);
  await order('GetEmailIdentity', { error: 'BadRequestException' });

  await check(gone);
  await check(found);

  expect([await standing(gone), await standing(found)]).toEqual([active, inactive]);
});

test('the background monitor starts and stops it too', async () => {
  const [gone, found] = [await aTrackedDomain(), await aTrackedDomain({ tracking: false })];
  await unpublish(gone);
  await publish(found);

  await service.advance(11 * minuteMs);

  expect([await standing(gone), await standing(found)]).toEqual([inactive, active]);
});
