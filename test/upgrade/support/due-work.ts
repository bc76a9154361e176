import { Automations } from '../../support/automations/automations';
import type { Service } from '../../support/service';
import { respondWith, verifySignature } from '../../support/webhook-receiver';
import { callOk, minuteMs, reader, type SampleData } from './sample-data';

type Fields = Record<string, unknown>;

/** The results of the work that was due. The release that scheduled the work makes no difference. */
export const expectedResults = {
  decisions: ['sent', 'scheduled', 'canceled'],
  // The emails that were scheduled, and the held drafts.
  mailCounts: [1, 1, 1, 1, 0],
  campaign: 'sent',
  enrollment: 'completed',
  // From two campaigns, an automation, and two enrollments in another automation.
  subjectsToReader: ['After an hour', 'News', 'News', 'Twice', 'Twice', 'Welcome'],
  deliveries: ['success'],
};

/** Decides on the held drafts and moves the clock past all due times of the sample data. */
export async function finishDueWork(service: Service, sample: SampleData): Promise<typeof expectedResults> {
  const { workspace, receiver } = sample;
  const get = (path: string) => callOk(workspace, 'GET', path);
  receiver.setBehavior(respondWith(200));
  await receiver.mapHostToReceiver(service);
  const decisions = await decideOnDrafts(sample);
  await service.advance(180 * minuteMs);
  await service.settle();

  for (const request of receiver.received) verifySignature(request, sample.endpoint.secret);
  const dueIds = [...sample.scheduled, ...sample.drafts.map(({ id }) => id)];
  const mails = await Promise.all(dueIds.map((id) => workspace.mailsOf(id)));
  const lines = await new Automations(service, workspace).listMailed();
  const { data: enrollments } = await get(`/v1/automations/${sample.automation}/enrollments`);
  const { data: deliveries } = await get(`/v1/webhook-endpoints/${sample.endpoint.id}/events?limit=200`);
  return {
    decisions,
    mailCounts: mails.map(({ length }) => length),
    campaign: (await get(`/v1/broadcasts/${sample.scheduledCampaign}`)).status,
    enrollment: enrollments[0].status,
    subjectsToReader: lines
      .filter((line) => line.endsWith(` to ${reader}`))
      .map((line) => line.slice(0, line.indexOf(' to ')))
      .sort(),
    deliveries: [...new Set<string>(deliveries.map(({ status }: Fields) => status))],
  };
}

async function decideOnDrafts({ workspace, drafts }: SampleData): Promise<string[]> {
  const decisions = ['approve', 'approve', 'reject'];
  const statuses: string[] = [];
  for (const [index, { approval_id }] of drafts.entries()) {
    const body = { decision: decisions[index] };
    statuses.push((await callOk(workspace, 'POST', `/v1/approvals/${approval_id}`, body)).status);
  }
  return statuses;
}
