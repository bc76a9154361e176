// A campaign to an audience, from the first contact to the last email: npm run example campaign
import { setTimeout as sleep } from 'node:timers/promises';
import { CarrierNest, type Broadcast } from '@carrier-nest/sdk';

const client = new CarrierNest();

const contacts = ['ada', 'blaise', 'carl', 'dorothy', 'emmy'].map((name) => ({
  email: `${name}@readers.example`,
  first_name: name,
}));

async function findMarketingDomain(): Promise<string> {
  for await (const { id, risk_class, status } of client.listDomains())
    if (risk_class === 'marketing' && status === 'verified') return id;
  throw new Error('The workspace has no verified marketing domain. Add one before you create a campaign.');
}

async function createReaderAudience(): Promise<string> {
  await client.saveTopic({ key: 'news', name: 'News' });
  const { id } = await client.createAudience({ name: 'Readers' });
  await client.addMembers(id, contacts);
  return id;
}

async function createCampaign(audienceId: string): Promise<string> {
  const { id } = await client.createBroadcast({
    name: 'October',
    audience_id: audienceId,
    identity_id: await findMarketingDomain(),
    topic_key: 'news',
    subject: 'What is new, {{first_name}}',
    html: '<p>Hi {{first_name}}, <a href="https://acme.example/october">have a look</a>.</p>',
  });
  return id;
}

/** Returns the campaign once it is sent, failed or paused, for example because the workspace has no postal address. */
async function waitUntilFinished(id: string): Promise<Broadcast> {
  for (;;) {
    const campaign = await client.getBroadcast(id);
    // `progress` is null before the service starts to send and after it has sent the last email.
    const { status, progress } = campaign;
    console.log(progress ? `${status}: ${progress.sent} sent, ${progress.pending} pending` : status);
    if (['sent', 'failed', 'paused'].includes(status)) return campaign;
    await sleep(1_000);
  }
}

async function main(): Promise<void> {
  const id = await createCampaign(await createReaderAudience());
  const { can_send, reason, recipient_count } = await client.previewBroadcast(id, { sample: 3 });
  if (!can_send) throw new Error(`The campaign cannot be sent: ${reason}`);
  console.log(`${recipient_count} recipients`);
  await client.sendBroadcast(id);
  const { status, pause_reason } = await waitUntilFinished(id);
  console.log(status === 'paused' ? `Paused: ${pause_reason}` : `The campaign is ${status}.`);
}

void main();
