// An agent drafts an email, and an approver decides whether to send it: npm run example approval
import { createInterface } from 'node:readline/promises';
import { CarrierNest } from '@carrier-nest/sdk';

const url = (process.env['CARRIER_NEST_URL'] ?? '').replace(/\/$/, '');

/** Uses your own key, which may decide on drafts. */
const approver = new CarrierNest();

/**
 * Creates the agent's key. Email sent with this key waits for approval. The SDK has no method that creates keys, because
 * users create keys, not programs.
 */
async function createAgentKey(): Promise<string> {
  const response = await fetch(`${url}/v1/api-keys`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${process.env['CARRIER_NEST_KEY']}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ name: 'Agent', scopes: ['emails:send'], requires_approval: true }),
  });
  // Do not fall back to your own key, because the agent would then send without approval.
  if (!response.ok) throw new Error(`Creating the agent's key failed: ${await response.text()}`);
  // Only this response contains the key.
  const { key } = (await response.json()) as { key: string };
  return key;
}

async function draftEmail(agent: CarrierNest): Promise<string> {
  const { status, approval_id } = await agent.sendEmail({
    from: 'Desk <desk@mail.local.test>',
    to: 'kim@example.com',
    subject: 'Your refund',
    text: 'It is on its way.',
  });
  if (!approval_id) throw new Error(`The email was not held for approval. Its status is ${status}.`);
  return approval_id;
}

async function decideDraft(id: string): Promise<void> {
  const pendingApprovals = await approver.listApprovals().toArray();
  const approval = pendingApprovals.find((approval) => approval.id === id);
  console.log(`To ${approval?.to.join(', ')}: ${approval?.subject}\n\n${approval?.text}\n`);

  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const input = await terminal.question('Send it? [y/N] ');
  terminal.close();

  const isApproved = input.trim().toLowerCase() === 'y';
  const { status } = await approver.decideApproval(id, {
    decision: isApproved ? 'approve' : 'reject',
    decided_by: 'Robin',
    ...(!isApproved && { reason: 'Not now' }),
  });
  console.log(`The email is ${status}.`);
}

async function main(): Promise<void> {
  const agent = new CarrierNest({ key: await createAgentKey() });
  await decideDraft(await draftEmail(agent));
}

void main();
