import { attachment } from '../../../../sdk/src';
import { CheckFailure, type Check } from '../check';
import { buildEmail, inTurn, type VerifyContext } from '../context';
import { expectThat, waitForEvent } from '../wait';

export const approvalCheck: Check = {
  id: 'approval',
  expected: 'the draft of a key with an approval hold waits, and is delivered after the decision',
  needs: ['domain'],
  run: checkApproval,
};

async function checkApproval(ctx: VerifyContext): Promise<string> {
  const { run, client } = ctx;
  const key = await createHeldKey(ctx);
  const email = buildEmail(run, 'approval', { attachments: [await attachment('verify.txt', 'Approved.')] });
  const draft = await inTurn(run, () => post(ctx, '/v1/emails', email, key));
  expectThat(draft['status'] === 'pending_approval', `the draft is "${String(draft['status'])}"`);
  const approvalId = String(draft['approval_id']);
  const approval = await client.getApproval(approvalId);
  const { content_sha256: hash } = approval;
  const decision = await inTurn(run, (options) =>
    client.decideApproval(
      approvalId,
      {
        decision: 'approve',
        decided_by: 'carrier-nest verify',
        ...(hash !== null && { content_sha256: hash }),
      },
      options,
    ),
  );
  await waitForEvent(ctx, decision.message_id, 'delivery');
  return 'held, approved, delivered';
}

async function createHeldKey(ctx: VerifyContext): Promise<string> {
  const fields = { name: ctx.run.runId, scopes: ['emails:send'], requires_approval: true };
  return String((await post(ctx, '/v1/api-keys', fields))['key']);
}

/** The SDK has no API keys, and its client of this run has another key. */
async function post(
  ctx: VerifyContext,
  path: string,
  body: unknown,
  key?: string,
): Promise<Record<string, unknown>> {
  const response = await ctx.request('POST', `${ctx.run.options.url}${path}`, {
    body,
    ...(key !== undefined && { key }),
  });
  if (response.ok) return (await response.json()) as Record<string, unknown>;
  const exchange = ctx.run.evidence.lastExchange(ctx.checkId);
  throw new CheckFailure('refused', `POST ${path}: ${response.status} ${exchange?.message}`, {}, exchange);
}
