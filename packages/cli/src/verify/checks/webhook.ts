import { verifyWebhook, WebhookVerificationError, type WebhookDelivery } from '../../../../sdk/src';
import { CheckFailure, CheckSkipped, type Check } from '../check';
import { sendEmail, senderOf, type VerifyContext } from '../context';
import { waitFor, waitForEvent } from '../wait';
import { openWebhookTarget, type ReceivedWebhook, type WebhookTarget } from '../webhook-target';

export const webhookCheck: Check = {
  id: 'webhook',
  expected: 'the event delivery is posted with a valid signature',
  needs: ['domain'],
  run: checkWebhook,
};

interface Endpoint {
  id: string;
  secret: string;
}

async function checkWebhook(ctx: VerifyContext): Promise<string> {
  const { run, client } = ctx;
  refusePrivateUrl(ctx);
  const target = (run.webhookTarget = await openWebhookTarget(run.options, run.runId));
  const endpoint = await client.createWebhookEndpoint({ url: target.url, events: ['delivery'] });
  const { id } = await sendEmail(ctx, 'webhook');
  await waitForEvent(ctx, id, 'delivery');
  return target.received
    ? checkSignature(await waitForWebhook(ctx, endpoint, target.received, id), endpoint)
    : checkAttempt(ctx, endpoint, target);
}

/** The local runtime refuses its own address as a webhook URL, as every service does. */
function refusePrivateUrl({ run: { options } }: VerifyContext): void {
  if (options.local || options.webhook || options.url.startsWith('https:')) return;
  throw new CheckSkipped(
    'the service cannot reach this machine: use --local instead of --url, or give --webhook-url',
  );
}

const waitForWebhook = (
  ctx: VerifyContext,
  endpoint: Endpoint,
  received: readonly ReceivedWebhook[],
  emailId: string,
): Promise<ReceivedWebhook> =>
  waitFor(ctx, {
    kind: 'webhook',
    domain: senderOf(ctx.run).domain,
    item: 'the webhook',
    read: () => Promise.resolve(received.find(({ body }) => body.includes(emailId))),
    missing: (seconds) => describeMissing(ctx, endpoint, seconds),
  });

async function checkSignature({ body, signature }: ReceivedWebhook, { secret }: Endpoint): Promise<string> {
  try {
    const { type } = await verifyWebhook({ body, signature, secret });
    return `${type}, with a valid signature`;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new CheckFailure('webhook-signature', error.message, { detail: error.reason });
  }
}

/** Without a receiver, a response of any server proves that the service delivers webhooks. */
async function checkAttempt(ctx: VerifyContext, endpoint: Endpoint, { url }: WebhookTarget): Promise<string> {
  const delivery = await waitFor(ctx, {
    kind: 'webhook',
    domain: senderOf(ctx.run).domain,
    item: 'the webhook',
    read: () => findAttempt(ctx, endpoint),
    missing: (seconds) => describeMissing(ctx, endpoint, seconds),
  });
  if (delivery.last_status_code === null)
    throw new CheckFailure('webhook-failed', `${delivery.last_error}`, { detail: `${delivery.last_error}` });
  return `posted to ${new URL(url).host}, which answered ${delivery.last_status_code}; the signature is not checked without --webhook-url`;
}

const findAttempt = async (
  { client }: VerifyContext,
  { id }: Endpoint,
): Promise<WebhookDelivery | undefined> =>
  (await client.listWebhookDeliveries(id)).data.find(({ attempts }) => attempts > 0);

async function describeMissing(ctx: VerifyContext, { id }: Endpoint, seconds: number): Promise<CheckFailure> {
  const [delivery] = (await ctx.client.listWebhookDeliveries(id)).data;
  if (!delivery) return new CheckFailure('webhook-unpublished', `no delivery in the log within ${seconds} s`);
  if (delivery.attempts === 0)
    return new CheckFailure('webhook-unattempted', `a delivery without an attempt within ${seconds} s`);
  const detail = delivery.last_error ?? `status ${delivery.last_status_code}`;
  return new CheckFailure('webhook-failed', `${delivery.attempts} attempts failed: ${detail}`, { detail });
}
